import type { CheckpointSection } from '../../../shared/compact/checkpoint.ts'
import type { SecretPlace } from '../../../shared/compact/preview.ts'
import { findSecrets } from './find-secrets.ts'
import { maskSecret } from './mask-secret.ts'
import { SECRET_SHAPES } from './secret-shapes.ts'

/** What looks like a secret in a checkpoint. Nothing is taken out: a fact stays until the person removes it. */
export function secretsInSections(sections: readonly CheckpointSection[]): readonly SecretPlace[] {
  return sections.flatMap(({ key, text }) =>
    findSecrets(text, SECRET_SHAPES).map(({ from, to, kind }) => ({
      section: key,
      from,
      to,
      kind,
      masked: maskSecret(text.slice(from, to)),
    })),
  )
}
