/** The part of a drag event that is used: the preload's project has no DOM types. */
export interface FileDrag {
  readonly isTrusted: boolean
  readonly dataTransfer: {
    readonly types: readonly string[]
    readonly files: ArrayLike<File>
    dropEffect: string
  } | null
  preventDefault(): void
}

/** The part of the page's window that is used. */
export interface DropTarget {
  addEventListener(type: 'dragover' | 'drop', listener: (event: FileDrag) => void, capture: boolean): void
}

/** One drop names no more files than this. */
const MOST_FILES = 1000

/**
 * Tells main where dropped files lie. Only real drops count, and the page never gets to name a path. A drop of files
 * never navigates. Where the runtime knows no paths, the list is empty.
 */
export function listenForDrops(
  target: DropTarget,
  pathOf: (file: File) => string,
  onDrop: (paths: readonly string[]) => void,
): void {
  target.addEventListener(
    'dragover',
    (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    true,
  )
  target.addEventListener(
    'drop',
    (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      if (!event.isTrusted) return
      const files = Array.from(event.dataTransfer.files).slice(0, MOST_FILES)
      onDrop(files.map(pathOf).filter((path) => path !== ''))
    },
    true,
  )
}
