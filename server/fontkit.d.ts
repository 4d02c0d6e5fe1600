/** Types for the part of fontkit that is used; the package has none. */
declare module 'fontkit' {
  interface Font {
    unitsPerEm: number
    layout(text: string, features?: Record<string, boolean>): { glyphs: { path: { toSVG(): string } }[] }
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function openSync(path: string): Font
}
