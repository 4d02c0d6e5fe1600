/** A letter with two marks, as in Vietnamese, is three characters before composition. */
const MAX_DECOMPOSED_LENGTH = 3
/** Half of a character beyond U+FFFF, which neither UTF-8 nor the database's JSON can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu
/** Bidirectional controls, which can make a text look like another one. */
const DIRECTION = /\p{Bidi_Control}/gu
/** Invisible characters: those that Unicode lets programs ignore, the blank Braille pattern, annotation anchors, the null note head. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/gu

/**
 * Text as the product stores it: well-formed, composed (NFC), without bidirectional controls, with the
 * comma-below letters of today's Romanian in place of the legacy cedilla ones, and trimmed (docs/product/everywhere.md#everywhere-text).
 * @param maxLength in characters. Text that is too long even when composed is only trimmed, because the time that
 * composition takes grows with the square of the combining marks
 */
export function cleanText(text: string, maxLength: number): string {
  const trimmed = text.trim()
  if (trimmed.length > MAX_DECOMPOSED_LENGTH * maxLength) return trimmed
  return trimmed
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(DIRECTION, '')
    .trim()
    .normalize('NFC')
    .replace(/[şţŞŢ]/g, (letter) => COMMA_BELOW[letter] ?? letter)
}

const COMMA_BELOW: Record<string, string> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }

/** In one line: runs of spaces, tabs and line ends become one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Without invisible characters, by which equal looks could differ (docs/product/accounts.md#accounts-fields). */
export function cleanUsername(username: string, maxLength: number): string {
  // Lone surrogates first: removing what stands between two halves would join them.
  return cleanText(username.replace(LONE_SURROGATE, '\uFFFD').replace(INVISIBLE, ''), maxLength)
}

/** The number of visible characters of a text; the joiners of an emoji do not count. */
export function visibleLength(text: string): number {
  return text.replace(INVISIBLE, '').trim().length
}

/** "Mămăligă" and "mamaliga" fold to the same. The server folds only text whose length is limited. */
export function foldText(text: string): string {
  // A final sigma has its own lower-case form, which would prevent matching a part of the word.
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
}
