/** As much of fontkit as is used here: it has no types of its own. */
declare module 'fontkit' {
  interface Font {
    layout(text: string, features?: Record<string, boolean>): unknown
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function openSync(path: string): Font
}
