/** A letter with two marks, as in Vietnamese, is three characters before it is composed. */
const TYPED_FOR_ONE_KEPT = 3
/** Half of a character beyond U+FFFF, which neither UTF-8 nor the database's JSON can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu
/** Marks, overrides and isolates of direction: a text with them can look like another text. */
const DIRECTION = /\p{Bidi_Control}/gu
/** Invisible: what Unicode lets programs ignore, the empty Braille pattern, annotation anchors, the null note head. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/gu

/**
 * Text as the product stores it: well-formed, composed (NFC), without characters that turn its direction, with the
 * comma-below letters of today's Romanian in place of the legacy cedilla ones, and trimmed (docs/product.md#everywhere-text).
 * @param most the longest text allowed. Text that is too long even when composed is only trimmed, because composing takes
 * time that grows with the square of its combining marks
 */
export function cleanText(text: string, most: number): string {
  const trimmed = text.trim()
  if (trimmed.length > TYPED_FOR_ONE_KEPT * most) return trimmed
  return trimmed
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(DIRECTION, '')
    .trim()
    .normalize('NFC')
    .replace(/[şţŞŢ]/g, (letter) => COMMA_BELOW[letter] ?? letter)
}

const COMMA_BELOW: Record<string, string> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }

/** How many characters of a text can be seen: all of a joined emoji but its joiners. */
export function visibleLength(text: string): number {
  return text.replace(INVISIBLE, '').trim().length
}

/**
 * Text for comparing without case and diacritics: "Mămăligă" and "mamaliga" fold to the same. The server folds only text
 * whose length a contract has limited.
 */
export function foldText(text: string): string {
  // A sigma at the end of a word has another lower-case form, which would hide a match of a part of the word.
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
}
