import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Serves `src/renderer/testing/dev.html` over the fake bridge. Not part of any build. */
export default defineConfig({
  root: 'src/renderer',
  plugins: [react()],
  publicDir: 'testing/public',
  cacheDir: 'node_modules/.cache/vite-dev-page',
  server: { port: 5199, strictPort: true },
})
