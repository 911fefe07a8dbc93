import type { CheckpointSection, SectionKey } from '../../shared/compact/checkpoint.ts'
import type { CompactOptions } from '../../shared/compact/plan.ts'
import type { Preview } from '../../shared/compact/preview.ts'
import { editByHand } from '../compaction/checkpoint/by-hand.ts'
import type { RetentionSource } from '../compaction/retention/measure.ts'
import { runSteps } from '../compaction/steps.ts'
import type { CopyOutcome } from './copy-outcome.ts'
import { draftPreview, type PreviewMaterial } from './draft-preview.ts'
import type { CompactionSource } from './source.ts'

/** A finished preview that waits for Apply. It holds the source's bytes, so that the copy is what was shown. */
export class PreviewSession {
  readonly thread: string
  readonly options: CompactOptions
  #material: PreviewMaterial
  #preview: Preview
  /** Set by the first Apply; a second click gets the same answer and writes nothing. */
  applying: Promise<CopyOutcome> | null = null

  /** `preview` was drafted from `material`. */
  constructor(thread: string, options: CompactOptions, material: PreviewMaterial, preview: Preview) {
    this.thread = thread
    this.options = options
    this.#material = material
    this.#preview = preview
  }

  get instructions(): string {
    return this.options.instructions
  }

  get material(): PreviewMaterial {
    return this.#material
  }

  get preview(): Preview {
    return this.#preview
  }

  /** Takes over a section that was written anew, with what it cost. Edits of the others stay. */
  rewrite(section: CheckpointSection, costUsd: number | null): Preview {
    const { generated, sections, costUsd: spent } = this.#material
    this.#material = {
      ...this.#material,
      generated: withSection(generated, section),
      sections: withSection(sections, section),
      costUsd: spent === null ? costUsd : spent + (costUsd ?? 0),
    }
    this.#preview = runSteps(draftPreview(this.#material))
    return this.#preview
  }

  /** Other messages stay word for word beside the checkpoint; its text, edits too, stays as it is. */
  repin(source: CompactionSource, measured: RetentionSource): Preview {
    this.#material = { ...this.#material, source, measured }
    this.#preview = runSteps(draftPreview(this.#material))
    return this.#preview
  }

  /** Replaces the text of sections and measures again; lines that were not generated are the person's. Unknown keys are added as sections of their lane. */
  edit(changes: readonly { readonly key: SectionKey; readonly text: string }[]): Preview {
    const sections = new Map(this.#material.sections.map((section) => [section.key, section]))
    const { generated } = this.#material
    for (const { key, text } of changes) {
      const lane = sections.get(key)?.lane ?? 'narrative'
      const written = generated.find((section) => section.key === key) ?? { key, lane, text: '' }
      sections.set(key, editByHand(written, text))
    }
    this.#material = { ...this.#material, sections: [...sections.values()] }
    this.#preview = runSteps(draftPreview(this.#material))
    return this.#preview
  }
}

function withSection(
  sections: readonly CheckpointSection[],
  section: CheckpointSection,
): readonly CheckpointSection[] {
  return sections.some(({ key }) => key === section.key)
    ? sections.map((one) => (one.key === section.key ? section : one))
    : [...sections, section]
}
