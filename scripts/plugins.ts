import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build, normalizePath, type Plugin, type Rolldown } from 'vite'
import product from '../package.json' with { type: 'json' }
import { STAFF_PAGES } from '../shared/domain/access.ts'
import { SHELL_PATH } from '../shared/domain/cached-responses.ts'
import { LANGUAGES, type Language } from '../shared/domain/language.ts'

type Bundle = Rolldown.OutputBundle

/** The oldest supported browsers, as the build names them: `ios16.4`. */
export const FLOOR = product.browserslist.map((browser) => browser.replace(/_saf| >= /g, ''))

const layout = path.join(import.meta.dirname, '..', 'client', 'app', 'layout.html')

/** Puts a page's own scripts into what both pages have. */
export const pageLayout: Plugin = {
  name: 'masa-page-layout',
  transformIndexHtml: {
    order: 'pre',
    handler: (scripts) => readFileSync(layout, 'utf8').replace("<!-- The page's own scripts. -->", () => scripts),
  },
}

/*
 * Writes into a page which files its first script is to request beside the entry, and leaves out indentation and
 * comments, which only readers of the source need.
 */

/** The page's first script contains this in place of the addresses; in development it stays. */
const PLACEHOLDER = 'const files = {}'

const wordsOf = (language: Language, part: string) => `shared/i18n/words/${part}.ts?${language}`

/** The modules of each part, by page. Of words, only those of the page's language. */
const FIRST_MODULES: Record<string, (language: Language) => Record<string, string[]>> = {
  'index.html': (language) => ({ [language]: [wordsOf(language, 'first-view')] }),
  'staff.html': (language) => {
    const words = (...parts: string[]) => ['first-view', ...parts].map((part) => wordsOf(language, part))
    const documents = LANGUAGES.flatMap((of) => ['first-view', 'service'].map((part) => wordsOf(of, part)))
    return {
      auth: ['client/pages/auth/index.tsx'],
      dashboard: ['client/pages/dashboard/index.tsx', ...documents],
      kitchen: ['client/pages/kitchen/index.tsx'],
      floor: ['client/pages/floor/index.tsx'],
      'tab orders': ['client/areas/board/board.tsx'],
      'tab customers': ['client/areas/customers/customers-tab.tsx'],
      'tab menu': ['client/areas/menu-editor/menu-tab.tsx'],
      'tab tables': ['client/areas/tables/editor/tables-tab.tsx'],
      'tab events': ['client/areas/catering/events-tab.tsx'],
      'tab promotions': ['client/areas/promotions/editor/promotions-tab.tsx'],
      [`auth ${language}`]: words('dashboard'),
      [`dashboard ${language}`]: words('dashboard', 'service'),
      [`kitchen ${language}`]: words('service'),
      [`floor ${language}`]: words('service'),
    }
  },
}

export const firstFiles: Plugin = {
  name: 'masa-first-files',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, filename }) {
      if (!bundle) return html
      const page = path.basename(filename)
      if (!html.includes(PLACEHOLDER)) throw new Error(`${page} lacks "${PLACEHOLDER}" (scripts/plugins.ts)`)
      const files: Record<string, string[]> = {}
      for (const language of LANGUAGES)
        for (const [part, modules] of Object.entries(FIRST_MODULES[page]?.(language) ?? {}))
          files[part] = filesOfModules(bundle, modules)
      return html.replace(PLACEHOLDER, `const files = ${JSON.stringify(files)}`).replace(/^ +(\/\/.*\n)?/gm, '')
    },
  },
}

/** The addresses of the files that modules need at once, without the entry. @throws Error if one is no part of the build */
function filesOfModules(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk' || chunk.isEntry) return
    files.add(name)
    chunk.imports.forEach(add)
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
    if (!chunk) throw new Error(`no part of the build is ${module} (scripts/plugins.ts)`)
    add(chunk.fileName)
  }
  return [...files].map((file) => `/${file}`)
}

/** In development, Vite itself gives all addresses the page of guests. */
export const staffPages: Plugin = {
  name: 'masa-staff-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      const [address] = request.url?.split('?') ?? []
      if (STAFF_PAGES.some((page) => page === address)) request.url = '/staff.html'
      next()
    })
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

/** Font files for letters beyond English and Romanian, which only a guest's name may contain. */
const RARE_LETTERS = /latin-ext/

/** What the service worker caches: the files of the guests' build. */
export function guestFiles(bundle: Bundle): string[] {
  return Object.keys(bundle).filter((file) => /\.(js|css|woff2)$/.test(file) && !RARE_LETTERS.test(file))
}

/* Builds the service worker with the pages, and lists the files that it caches (docs/decisions/018-offline-menu.md). */

const md5Of = (file: string) => createHash('md5').update(readFileSync(file)).digest('hex')

export const serviceWorker: Plugin = {
  name: 'masa-service-worker',
  apply: 'build',
  async writeBundle({ dir: outDir = '' }, bundle) {
    const files = [
      // The page without the dishes of a moment.
      { url: SHELL_PATH, revision: md5Of(path.join(outDir, 'index.html')) },
      { url: 'icon.svg', revision: md5Of(path.join(outDir, 'icon.svg')) },
      ...guestFiles(bundle)
        .sort()
        .map((url) => ({ url, revision: null })),
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

/* Words stand in both languages side by side; a page loads those of its language alone. */

interface Node {
  type: string
  start: number
  end: number
  value?: unknown
  elements?: Node[]
  source?: { value: string; end: number } | null
}
/** Leaves in `words/….ts?ro`, and in what it imports, the texts of that language alone. */
export const splitWords: Plugin = {
  name: 'masa-split-words',
  transform: {
    order: 'post',
    filter: { id: /\/shared\/i18n\/words\/.*\?(en|ro)$/ },
    handler(code, id) {
      const language = id.slice(-2)
      const edits: [start: number, end: number, text: string][] = []
      const visit = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return
        if (Array.isArray(node)) {
          for (const one of node) visit(one)
          return
        }
        const { type, source, value } = node as Node
        const [english, romanian] = (value as Node | undefined)?.elements ?? []
        if (type === 'ImportDeclaration' && source) edits.push([source.end - 1, source.end - 1, `?${language}`])
        else if (type === 'Property' && english && romanian) {
          const text = language === 'ro' ? romanian : english
          edits.push([(value as Node).start, (value as Node).end, code.slice(text.start, text.end)])
        } else for (const one of Object.values(node)) visit(one)
      }
      visit(this.parse(code))
      return edits
        .sort(([a], [b]) => b - a)
        .reduce((text, [start, end, own]) => text.slice(0, start) + own + text.slice(end), code)
    },
  },
}
