/** Random numbers from 0 to below 1. */
export type Random = () => number

type Mutation = (bytes: Buffer, random: Random) => Buffer

const below = (random: Random, limit: number): number => Math.floor(random() * Math.max(1, limit))

const LINE_FEED = 10

/** Ways in which files are damaged in practice: cut, flipped bits, moved and doubled lines, other encodings. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  cut: (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  cutFront: (bytes, random) => bytes.subarray(below(random, bytes.length)),
  flip(bytes, random) {
    const flipped = Buffer.from(bytes)
    for (let times = 1 + below(random, 40); times > 0; times -= 1) {
      const at = below(random, flipped.length)
      flipped[at] = (flipped[at] ?? 0) ^ (1 << below(random, 8))
    }
    return flipped
  },
  erase(bytes, random) {
    const from = below(random, bytes.length)
    const to = Math.min(bytes.length, from + below(random, 4_000))
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  swapLines: (bytes, random) => withLines(bytes, (lines) => swap(lines, random)),
  doubleLines: (bytes, random) =>
    withLines(bytes, (lines) => lines.flatMap((line) => (random() < 0.2 ? [line, line] : [line]))),
  hugeLine(bytes, random) {
    const at = below(random, bytes.length)
    return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(2_000_000, 0x61), bytes.subarray(at)])
  },
  deep(bytes, random) {
    const depth = 10 ** (2 + below(random, 4))
    const at = bytes.indexOf(0x3a, below(random, bytes.length)) + 1
    const nest = Buffer.from(`${'['.repeat(depth)}${']'.repeat(random() < 0.5 ? depth : 0)},`)
    return Buffer.concat([bytes.subarray(0, at), nest, bytes.subarray(at)])
  },
  utf16: (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  latin1: (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  otherValues(bytes, random) {
    const values = ['null', '[]', '{}', '-1e999', '"\\ud83e"', 'true', '9007199254740993']
    const text = bytes.toString('utf8')
    return Buffer.from(
      text.replace(/:\s*("[^"\\]{0,40}"|\d+|null|true|false)/g, (whole) =>
        random() < 0.05 ? `:${values[below(random, values.length)]}` : whole,
      ),
    )
  },
  otherKeys(bytes, random) {
    const keys = ['__proto__', 'constructor', 'length', '', 'type', 'role', 'content', 'toString']
    return Buffer.from(
      bytes
        .toString('utf8')
        .replace(/"(\w{1,30})"\s*:/g, (whole) =>
          random() < 0.03 ? `"${keys[below(random, keys.length)]}":` : whole,
        ),
    )
  },
  zeros(bytes, random) {
    const zeroed = Buffer.from(bytes)
    const from = below(random, bytes.length)
    zeroed.fill(0, from, Math.min(bytes.length, from + 512))
    return zeroed
  },
}

/** Names of the mutations. */
export const MUTATION_NAMES = Object.keys(MUTATIONS)

/** The bytes, damaged once. */
export function mutate(bytes: Buffer, name: string, random: Random): Buffer {
  return MUTATIONS[name]?.(bytes, random) ?? bytes
}

function withLines(bytes: Buffer, change: (lines: readonly Buffer[]) => readonly Buffer[]): Buffer {
  const lines: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, from)
    const to = feed < 0 ? bytes.length : feed + 1
    lines.push(bytes.subarray(from, to))
    from = to
  }
  return Buffer.concat(change(lines))
}

function swap(lines: readonly Buffer[], random: Random): readonly Buffer[] {
  const swapped = [...lines]
  for (let times = 1 + below(random, 10); times > 0; times -= 1) {
    const [a, b] = [below(random, swapped.length), below(random, swapped.length)]
    const [one, other] = [swapped[a], swapped[b]]
    if (one === undefined || other === undefined) continue
    swapped[a] = other
    swapped[b] = one
  }
  return swapped
}
