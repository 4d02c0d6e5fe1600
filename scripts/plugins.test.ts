import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asOnePath, guestFiles, stylesOfFirstView } from './plugins.ts'

interface Part {
  imports?: string[]
  dynamicImports?: string[]
  styles?: string[]
  isEntry?: boolean
  module?: string
}

const chunk = ([fileName, { imports = [], dynamicImports = [], styles = [], isEntry = false, module }]: [
  string,
  Part,
]) => [
  fileName,
  {
    type: 'chunk',
    fileName,
    isEntry,
    imports,
    dynamicImports,
    facadeModuleId: module && `/somewhere/${module}`,
    viteMetadata: {
      importedCss: new Set(styles),
      importedAssets: new Set(styles.length ? ['sans-latin-ext.woff2'] : []),
    },
  },
]

const bundleOf = (parts: Record<string, Part>) =>
  Object.fromEntries(Object.entries(parts).map(chunk)) as Parameters<typeof guestFiles>[0]

const EXCLUDED: Record<string, Part> = {
  'landing.js': { module: 'client/pages/landing/index.tsx', imports: ['shared.js'] },
  'auth.js': { module: 'client/pages/auth/index.tsx', imports: ['form.js'] },
  'dashboard.js': {
    module: 'client/pages/dashboard/index.tsx',
    imports: ['board.js', 'shared.js'],
    styles: ['board.css'],
  },
  'kitchen.js': { module: 'client/pages/kitchen/index.tsx', imports: ['board.js'] },
  'floor.js': { module: 'client/pages/floor/index.tsx', imports: ['board.js'] },
  'words-en.js': { module: 'shared/i18n/en/dashboard.ts' },
  'words-ro.js': { module: 'shared/i18n/ro/dashboard.ts' },
  'service-en.js': { module: 'shared/i18n/en/service.ts' },
  'service-ro.js': { module: 'shared/i18n/ro/service.ts' },
  'signed-in.js': { module: 'client/areas/accounts/signed-in-line.tsx' },
  'lost.js': { module: 'client/pages/not-found/index.tsx' },
  'board.js': { dynamicImports: ['chart.js'] },
  'chart.js': {},
  'form.js': {},
}

it('guestFiles returns the files that the menu loads immediately or later, without the files of excluded modules', () => {
  const files = guestFiles(
    bundleOf({
      ...EXCLUDED,
      'first.js': {
        isEntry: true,
        styles: ['first.css'],
        dynamicImports: ['cart.js', ...Object.keys(EXCLUDED).slice(0, 11)],
      },
      'cart.js': { imports: ['first.js', 'shared.js'], dynamicImports: ['details.js'] },
      'details.js': { styles: ['details.css'], dynamicImports: ['cart.js'] },
      'shared.js': {},
    }),
  )
  expect([...files].sort()).toEqual(['cart.js', 'details.css', 'details.js', 'first.css', 'first.js', 'shared.js'])
})

it('guestFiles throws if an excluded module is not in the build', () => {
  const { 'dashboard.js': _, ...rest } = EXCLUDED
  expect(() => guestFiles(bundleOf({ ...rest, 'first.js': { isEntry: true } }))).toThrow(
    'no part of the build is client/pages/dashboard/index.tsx',
  )
})

const iconModule = (node: string) =>
  `const __iconData = {\n  name: "sample",\n  size: 24,\n  node: ${node}\n};\nexport { __iconData };`
const drawn = (node: string) => /icon\("sample", "(.*)"\)/.exec(asOnePath(iconModule(node)) ?? '')?.[1]

it.each([
  ['[["path", { d: "m6 9 6 6", key: "a1" }]]', 'M0 0m6 9 6 6'],
  ['[\n    ["path", { d: "M5 12h14", key: "a" }],\n    ["path", { d: "M12 5v14", key: "b" }]\n  ]', 'M5 12h14M12 5v14'],
  ['[["circle", { cx: "11", cy: "12", r: "8", key: "a" }]]', 'M3 12a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z'],
  ['[["line", { x1: "21", x2: "16.65", y1: "20", y2: "16", key: "a" }]]', 'M21 20L16.65 16'],
  ['[["rect", { width: "7", height: "9", x: "3", y: "4", key: "a" }]]', 'M3 4h7v9h-7v-9z'],
  [
    '[["rect", { width: "7", height: "9", x: "3", y: "4", rx: "1", key: "a" }]]',
    'M4 4h5a1 1 0 0 1 1 1v7a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-7a1 1 0 0 1 1 -1z',
  ],
  ['[["polygon", { points: "1 2 3 4", key: "a" }]],\n  aliases: ["b"]', 'M1 2 3 4z'],
  ['[["circle", { cx: "1", cy: "1", r: "1", fill: "currentColor", key: "a" }]]', undefined],
])('asOnePath draws an icon by one path, unless a shape has a look of its own: %s', (node, path) => {
  expect(drawn(node)).toBe(path)
})

it('asOnePath reads the icons of the installed library', () => {
  const file = new URL('../node_modules/lucide-react/dist/esm/icons/zoom-in.mjs', import.meta.url)
  expect(asOnePath(readFileSync(file, 'utf8'))).toContain('icon("zoom-in", "M3 11a8 8')
})

it('stylesOfFirstView leaves out comments, and rules for elements of forms and tables, and no others', () => {
  const kept = ['@layer base{button,input{font:inherit}summary{display:list-item}', '.table{display:table}}']
  const styles = `/*! a */${kept[0]}table{color:red}::placeholder{opacity:1}@supports (a:b){::placeholder{color:red}@supports (c:d){::placeholder{color:blue}}}textarea{resize:vertical}sub,sup{top:0}${kept[1]}\n`
  expect(stylesOfFirstView(styles)).toBe(kept.join(''))
})
