/**
 * The text of a file as spreadsheets save it: UTF-8, UTF-16 of either byte order, or Windows-1250, found by a byte order
 * mark or by what the bytes can be (docs/product.md#menu-csv). A byte that means nothing becomes a control character,
 * which every field refuses.
 * @returns `lacksLetters`: whether its letters are those of Windows-1250, which lacks ș and ț
 */
export function decodeText(bytes: Uint8Array): { text: string; lacksLetters: boolean } {
  const encoding = encodingOf(bytes)
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(bytes), lacksLetters: false }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), lacksLetters: false }
  } catch {
    if (isMarkedUtf8(bytes))
      return { text: new TextDecoder().decode(bytes).replaceAll('\uFFFD', '\u0080'), lacksLetters: false }
    return { text: new TextDecoder('windows-1250').decode(bytes), lacksLetters: true }
  }
}

/** A text as a spreadsheet saves it in Windows-1250. */
export function withoutLetters(text: string): string {
  return text.replace(/[șțȘȚ]/g, '?')
}

/** Whether a text of such a file seems to have lost letters: nobody writes a question mark before a letter. */
export function hasLostLetters(text: string): boolean {
  return /\?\p{L}/u.test(text)
}

function isMarkedUtf8([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

/** How many bytes tell whether text without a mark is UTF-16: the header alone is longer. */
const LOOKED_AT = 64

function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // The header is ASCII: in UTF-16 every second byte of it is zero.
  const firstZero = bytes.subarray(0, LOOKED_AT).indexOf(0)
  if (firstZero === 0) return 'utf-16be'
  return firstZero === 1 ? 'utf-16le' : undefined
}
