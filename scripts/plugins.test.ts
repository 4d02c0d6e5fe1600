import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { asOnePath, guestFiles, stylesOfFirstView } from './plugins.ts'

it('the service worker caches all files of the guests’ build but the letters of few names, and no page', () => {
  const names = ['static/index.js', 'static/cart.js', 'static/index.css', 'static/sans.woff2']
  const bundle = Object.fromEntries([...names, 'static/sans-latin-ext.woff2', 'index.html'].map((name) => [name, {}]))
  expect(guestFiles(bundle as Parameters<typeof guestFiles>[0])).toEqual(names)
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
