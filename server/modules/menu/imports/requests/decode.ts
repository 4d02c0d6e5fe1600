/**
 * Decodes a file in the encodings that spreadsheets use: UTF-8, UTF-16 of either byte order, or Windows-1250. The
 * encoding is detected by the byte order mark or by the bytes (docs/product/menu.md#menu-csv). An invalid byte becomes
 * a control character, which every field refuses.
 * @returns `lacksRomanianLetters`: whether the encoding is Windows-1250, which has no ș and ț
 */
export function decodeText(bytes: Uint8Array): { text: string; lacksRomanianLetters: boolean } {
  const encoding = encodingOf(bytes)
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(bytes), lacksRomanianLetters: false }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), lacksRomanianLetters: false }
  } catch {
    if (isMarkedUtf8(bytes))
      return { text: new TextDecoder().decode(bytes).replaceAll('\uFFFD', '\u0080'), lacksRomanianLetters: false }
    return { text: new TextDecoder('windows-1250').decode(bytes), lacksRomanianLetters: true }
  }
}

/** The text as a spreadsheet saves it in Windows-1250: ș and ț become question marks. */
export function withoutRomanianLetters(text: string): string {
  return text.replace(/[șțȘȚ]/g, '?')
}

/** Whether a text of a Windows-1250 file has probably lost letters: a question mark is followed by a letter. */
export function hasLostLetters(text: string): boolean {
  return /\?\p{L}/u.test(text)
}

function isMarkedUtf8([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

/** The number of bytes in which UTF-16 without a mark is detected; every header is longer. */
const DETECTION_BYTES = 64

function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // The header is ASCII, so in UTF-16 every second byte of it is zero.
  const firstZero = bytes.subarray(0, DETECTION_BYTES).indexOf(0)
  if (firstZero === 0) return 'utf-16be'
  return firstZero === 1 ? 'utf-16le' : undefined
}
