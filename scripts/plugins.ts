import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import product from '../package.json' with { type: 'json' }
import { SHELL_PATH } from '../shared/domain/cached-answers.ts'
import { LANGUAGES } from '../shared/domain/language.ts'

/** The oldest supported browsers, as the build names them: `ios16.4`. */
export const FLOOR = product.browserslist.map((browser) => browser.replace(/_saf| >= /g, ''))

/* Writes into the page which files hold the words of its first view, so that its first script requests the right one. */

/** The page's first script contains this in place of the addresses; in development it stays. */
const PLACEHOLDER = 'const words = {}'

export const firstWords: Plugin = {
  name: 'masa-first-words',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html
      if (!html.includes(PLACEHOLDER)) throw new Error(`index.html lacks "${PLACEHOLDER}" (scripts/plugins.ts)`)
      const files = Object.values(bundle)
      const words = LANGUAGES.map((language) => {
        const module = `/shared/i18n/${language}/first-view.ts`
        const file = files.find((part) => part.type === 'chunk' && part.facadeModuleId?.endsWith(module))
        if (!file) throw new Error(`no part of the build is ${module} (scripts/plugins.ts)`)
        return [language, `/${file.fileName}`]
      })
      return html.replace(PLACEHOLDER, `const words = ${JSON.stringify(Object.fromEntries(words))}`)
    },
  },
}

/* Selects the files of a build that the guest's menu needs and its service worker caches, without owners' files. */

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** Modules that the entry point loads but the guest's menu does not need: other pages, and parts for users. */
const EXCLUDED = [
  'client/pages/dashboard/index.tsx',
  'client/areas/accounts/signed-in-line.tsx',
  'client/pages/auth/index.tsx',
  'client/pages/floor/index.tsx',
  'client/pages/kitchen/index.tsx',
  'client/pages/landing/index.tsx',
  'client/pages/not-found/index.tsx',
  'shared/i18n/en/dashboard.ts',
  'shared/i18n/ro/dashboard.ts',
  'shared/i18n/en/service.ts',
  'shared/i18n/ro/service.ts',
]
/** Font files for letters beyond English and Romanian, which only a guest's name may contain. */
const RARE_LETTERS = /latin-ext/

/** @returns names of files within the build @throws Error if one of EXCLUDED is not in it: its files would be cached */
export function guestFiles(bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const missing = EXCLUDED.filter((module) => !chunks.some((chunk) => isOf(chunk, module)))
  if (missing.length > 0) throw new Error(`no part of the build is ${missing.join(', ')} (scripts/plugins.ts)`)

  const files = new Set<string>()
  const add = (chunk: Chunk) => {
    if (files.has(chunk.fileName) || EXCLUDED.some((module) => isOf(chunk, module))) return
    files.add(chunk.fileName)
    for (const file of stylesAndFontsOf(chunk)) if (!RARE_LETTERS.test(file)) files.add(file)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = bundle[name]
      if (next?.type === 'chunk') add(next)
    }
  }
  for (const chunk of chunks) if (chunk.isEntry) add(chunk)
  return files
}

const isOf = ({ facadeModuleId }: Chunk, module: string) => facadeModuleId?.endsWith(`/${module}`) ?? false

function stylesAndFontsOf({ viteMetadata }: Chunk): string[] {
  return [...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])]
}

/* Builds the service worker with the pages, and lists the files that it caches (docs/decisions/018-offline-menu.md). */

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
        target: FLOOR,
        rolldownOptions: {
          input: path.join(import.meta.dirname, '..', 'client', 'worker', 'sw.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    })
  },
}
