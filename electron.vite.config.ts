import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const root = import.meta.dirname

/** One build for both runtimes. */
export default defineConfig({
  main: {
    build: {
      target: 'node24.18',
      sourcemap: true,
      // A native module; everything else is bundled and therefore a dev dependency.
      externalizeDeps: { include: ['better-sqlite3'] },
      rolldownOptions: {
        input: {
          index: resolve(root, 'src/main/index.ts'),
          worker: resolve(root, 'src/main/worker.ts'),
          'library-worker': resolve(root, 'src/main/library-worker.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(root, 'src/preload/index.ts') },
        // A sandboxed preload is one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src/renderer'),
    plugins: [react()],
    build: {
      target: 'chrome152',
      minify: true,
      rolldownOptions: { input: { index: resolve(root, 'src/renderer/index.html') } },
    },
  },
})
