/** Types for the part of fontkit that is used; the package has none. */
declare module 'fontkit' {
  interface Font {
    layout(text: string, features?: Record<string, boolean>): unknown
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function openSync(path: string): Font
}
