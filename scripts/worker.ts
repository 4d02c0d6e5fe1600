/* Builds the service worker with the pages, and lists the files that it caches (docs/decisions/018-offline-menu.md). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { SHELL_PATH } from '../shared/domain/cached-answers.ts'
import { guestFiles } from './guest-files.ts'

const md5Of = (file: string) => createHash('md5').update(readFileSync(file)).digest('hex')

export const serviceWorker: Plugin = {
  name: 'masa-service-worker',
  apply: 'build',
  async writeBundle({ dir: outDir = '' }, bundle) {
    const hashed = [...guestFiles(bundle)].filter((file) => /\.(js|css|woff2)$/.test(file)).sort()
    const files = [
      // The page without the dishes of a moment.
      { url: SHELL_PATH, revision: md5Of(path.join(outDir, 'index.html')) },
      { url: 'icon.svg', revision: md5Of(path.join(outDir, 'icon.svg')) },
      ...hashed.map((url) => ({ url, revision: null })),
    ]
    await build({
      configFile: false,
      logLevel: 'warn',
      define: { 'self.__WB_MANIFEST': JSON.stringify(files) },
      build: {
        outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2022',
        rolldownOptions: {
          input: path.join(import.meta.dirname, '..', 'client', 'worker', 'sw.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    })
  },
}
