// This project's functions for a benchmark of several projects: `--ours bench/ours.mjs`. Needs Node 24, which
// runs the sources as they are.
import { estimateTextTokens } from '../src/main/compaction/tokens/estimate-text.ts'

export default {
  name: 'palimpsest',
  version: '0.1.0',
  init: async () => undefined,
  /** @param {string} text */
  countText: (text) => estimateTextTokens(text),
}
