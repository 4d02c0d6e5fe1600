/*
 * Creates the font files in client/app/fonts from the @fontsource-variable packages, with only the letters of English and
 * Romanian and the weights in use, so that they are small enough to load with the first text. Run it when a font changes;
 * it needs a package that is installed only temporarily:
 *   npm install --no-save subset-font@2 && node scripts/fonts/make-fonts.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
// @ts-expect-error The package is installed only while this script runs.
import subsetFont from 'subset-font'

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i))
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™−×`
const ROMANIAN = 'ĂăȘșȚț'

const FONTS = [
  { name: 'inter', file: 'wght', axes: { wght: { min: 400, max: 700 } } },
  { name: 'fraunces', file: 'opsz', axes: { wght: { min: 560, max: 600 }, opsz: { min: 14, max: 72 } } },
]

for (const { name, file, axes } of FONTS) {
  for (const [part, letters] of Object.entries({ latin: LATIN, 'latin-ext': ROMANIAN })) {
    const source = readFileSync(
      new URL(
        `../../node_modules/@fontsource-variable/${name}/files/${name}-${part}-${file}-normal.woff2`,
        import.meta.url,
      ),
    )
    const font = await subsetFont(source, letters, {
      targetFormat: 'woff2',
      variationAxes: axes,
      // Copyright, licence and its address: the licence requires them.
      preserveNameIds: [0, 13, 14],
    })
    const target = new URL(
      `../../client/app/fonts/${name}-${part === 'latin' ? 'latin' : 'romanian'}.woff2`,
      import.meta.url,
    )
    writeFileSync(target, font)
    process.stdout.write(`${target.pathname.split('/').pop()} ${font.length} bytes\n`)
  }
}
