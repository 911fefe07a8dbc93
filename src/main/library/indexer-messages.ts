import type { IndexProgress } from '../../shared/search/answer.ts'

/** What the indexer's worker is told. */
export type ToIndexer =
  | { readonly kind: 'root'; readonly root: string | null }
  | { readonly kind: 'outside'; readonly path: string }
  | { readonly kind: 'look'; readonly folders: readonly string[] | null }
  | { readonly kind: 'close' }

/** What it tells. */
export type FromIndexer =
  /** There is an index that can be read; it may be another file than before. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'progress'; readonly progress: IndexProgress }
  /** Titles of threads in these folders of the workspace came, changed or went. */
  | { readonly kind: 'titled'; readonly folders: readonly string[] }
  | { readonly kind: 'closed' }

/** What its worker is started with. */
export interface IndexerStart {
  readonly dataDir: string
  /** Throws away what is there first: it turned out damaged. */
  readonly isAnew: boolean
}
