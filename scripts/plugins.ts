import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, normalizePath, type Plugin, type Rolldown, type UserConfig } from 'vite'
import product from '../package.json' with { type: 'json' }
import { SHELL_PATH } from '../shared/domain/cached-responses.ts'
import { LANGUAGES } from '../shared/domain/language.ts'

/** The oldest supported browsers, as the build names them: `ios16.4`. */
export const FLOOR = product.browserslist.map((browser) => browser.replace(/_saf| >= /g, ''))

/*
 * Writes into the page which files hold the words of its first view, so that its first script requests the right one, and
 * leaves out indentation and comments, which only readers of the source need.
 */

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
      return html
        .replace(PLACEHOLDER, `const words = ${JSON.stringify(Object.fromEntries(words))}`)
        .replace(/^ +(\/\/.*\n)?/gm, '')
    },
  },
}

/*
 * Marks the entry: nearly all of its functions run until a dish can be added. Chromium compiles those of a file that begins
 * like this while it arrives, beside the page; otherwise each when it is first called, which holds up the page.
 */

const COMPILED_AT_ONCE = '//# allFunctionsCalledOnLoad\n'

export const entryCompiledAtOnce: Plugin = {
  name: 'masa-entry-compiled-at-once',
  apply: 'build',
  generateBundle: {
    // After Vite's own, which writes something before all else.
    order: 'post',
    handler(_, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && part.isEntry) part.code = COMPILED_AT_ONCE + part.code
    },
  },
}

/* Draws each icon by one path, without the library's own component: less script, and fewer elements on each card. */

type Shape = [tag: string, attributes: Record<string, string>]

const closedArcs = (cx: number, cy: number, rx: number, ry: number) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

/** A path that draws the shape alone; undefined for a shape with a look of its own. */
function pathOf([tag, { key: _, ...attributes }]: Shape): string | undefined {
  const { d, points, ...numbers } = attributes
  if (Object.values(numbers).some((value) => Number.isNaN(Number(value)))) return undefined
  const of = (name: string, other = 0) => Number(numbers[name] ?? other)
  const [x, y, width, height, rx] = [of('x'), of('y'), of('width'), of('height'), of('rx')]
  const ry = of('ry', rx)
  const corner = (toX: number, toY: number) => (rx > 0 ? `a${rx} ${ry} 0 0 1 ${toX} ${toY}` : '')
  const paths: Record<string, string> = {
    // A path that begins with a relative command is as it was beside no other one.
    path: d?.startsWith('m') ? `M0 0${d}` : (d ?? ''),
    circle: closedArcs(of('cx'), of('cy'), of('r'), of('r')),
    ellipse: closedArcs(of('cx'), of('cy'), rx, ry),
    line: `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`,
    polyline: `M${points}`,
    polygon: `M${points}z`,
    rect:
      `M${x + rx} ${y}h${width - 2 * rx}${corner(rx, ry)}v${height - 2 * ry}${corner(-rx, ry)}` +
      `h${2 * rx - width}${corner(-rx, -ry)}v${2 * ry - height}${corner(rx, -ry)}z`,
  }
  return paths[tag]
}

const iconFile = normalizePath(path.join(import.meta.dirname, '..', 'client', 'ui', 'parts', 'icon.tsx'))

/** The code of an icon's module as one path; undefined to leave it. */
export function asOnePath(code: string): string | undefined {
  const [, name, node] =
    /name: ("[\w-]+"),\s+size: 24,\s+node: (\[.*?\])(?:,\n {2}aliases: .*?)?\n\};/s.exec(code) ?? []
  if (!name || !node) return undefined
  const shapes: Shape[] = JSON.parse(node.replace(/([\w-]+):\s/g, '"$1": '))
  const paths = shapes.map(pathOf)
  if (paths.includes(undefined)) return undefined
  return `import { icon } from ${JSON.stringify(iconFile)}
export default /* @__PURE__ */ icon(${name}, ${JSON.stringify(paths.join(''))})`
}

export const iconsOfOnePath: Plugin = {
  name: 'masa-icons-of-one-path',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler(code) {
      const changed = asOnePath(code)
      return changed === undefined ? undefined : { code: changed, map: null }
    },
  },
}

/* The styles inside the page are those of its first view, which has neither forms nor tables. */

const RULE_OF_OTHERS =
  /(?<=[{};])(?:hr|small|su[bp]|sub,sup|table|progress|textarea|abbr[^{}]*|code,[^{}]*|:where\(select[^{}]*|:-moz-ui[^{}]*|::(?:file-selector|placeholder|-webkit-(?:search|date|calendar|inner|outer))[^{}]*)\{[^{}]*\}/g
const NO_RULE = /@supports[^{}]*\{\}|\/\*.*?\*\//g

/** Leaves the rules out that Tailwind has for elements of which the first view has none; the late style sheet has them. */
export function stylesOfFirstView(styles: string): string {
  const left = styles.replace(RULE_OF_OTHERS, '').replace(NO_RULE, '')
  return left === styles ? styles.trim() : stylesOfFirstView(left)
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

/* Names the files of what staff's pages share: one for each set of these pages, because a tablet pays for each file. */

const STAFF_PAGES = [
  'client/pages/dashboard/index.tsx',
  'client/pages/kitchen/index.tsx',
  'client/pages/floor/index.tsx',
  'client/areas/menu-editor/menu-tab.tsx',
  'client/areas/accounts/signed-in-line.tsx',
]

/** The name of the file for a module that several parts load, `guests` if a guest's page may be one of them; null for others. */
export type FileOfModule = (module: string) => string | null

/** Builds the pages once more, in memory, to learn which modules each of staff's pages needs at once. */
export async function filesOfStaff({ plugins, ...config }: UserConfig): Promise<FileOfModule> {
  const { output } = (await build({
    ...config,
    root: path.join(import.meta.dirname, '..', 'client'),
    configFile: false,
    logLevel: 'error',
    plugins: plugins?.filter((plugin) => plugin !== serviceWorker && plugin !== firstWords),
    build: { ...config.build, write: false, minify: false },
  })) as Rolldown.RolldownOutput
  const bundle: Bundle = Object.fromEntries(output.map((part) => [part.fileName, part]))
  const chunks = output.filter((part) => part.type === 'chunk')
  const guests = guestFiles(bundle)
  const filesOf = STAFF_PAGES.map((page) => {
    const files = new Set<string>()
    const add = (name: string) => {
      const chunk = bundle[name]
      if (files.has(name) || chunk?.type !== 'chunk') return
      files.add(name)
      chunk.imports.forEach(add)
    }
    for (const chunk of chunks) if (isOf(chunk, page)) add(chunk.fileName)
    return files
  })
  const names = new Map<string, string>()
  for (const { fileName, moduleIds } of chunks) {
    const pages = filesOf.map((files, page) => (files.has(fileName) ? page : '')).join('')
    const name = guests.has(fileName) ? 'guests' : pages && `staff${pages}`
    if (name) for (const id of moduleIds) names.set(id, name)
  }
  return (module) => names.get(module) ?? null
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
