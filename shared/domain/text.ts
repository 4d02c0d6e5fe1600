/** A letter with two marks, as in Vietnamese, is three characters before composition. */
const MAX_DECOMPOSED_LENGTH = 3
/** Half of a character beyond U+FFFF, which neither UTF-8 nor the database's JSON can hold. */
const LONE_SURROGATE = /\p{Surrogate}/gu
/** Bidirectional controls, which can make a text look like another one. */
const DIRECTION = /\p{Bidi_Control}/gu
/** Invisible characters: ignorable in Unicode, the blank Braille pattern, annotation anchors, the null note head. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/gu

/**
 * Text as Masa stores it: well-formed, composed (NFC), without bidirectional controls, with comma-below letters,
 * trimmed (docs/product/everywhere.md#everywhere-text). A text longer than `maxLength` characters is only trimmed,
 * because the time of composition grows with the square of the combining marks.
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

/** Text in one line: runs of spaces, tabs and line ends become one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Removes invisible characters, which let equal-looking names differ (docs/product/accounts.md#accounts-fields). */
export function cleanUsername(username: string, maxLength: number): string {
  // Lone surrogates first: removing what stands between two halves would join them.
  return oneLine(cleanText(username.replace(LONE_SURROGATE, '\uFFFD').replace(INVISIBLE, ''), maxLength))
}

/** The number of visible characters of a text; the joiners of an emoji do not count. */
export function visibleLength(text: string): number {
  return text.replace(INVISIBLE, '').trim().length
}

/** Apostrophes and quotation marks of all kinds: telephones type others than keyboards. */
const QUOTES =
  /['"`\u00B4\u02B9-\u02BF\u02C8\u02CA\u02CB\u0384\u055A\u05F3\u05F4\u1FBD\u1FBF\u1FEF\u1FFD\u2032-\u2037\u201A\u201E\uA78B\uA78C\uFF02\uFF07\uFF40\p{Pi}\p{Pf}]/gu
const DASHES = /[\p{Pd}\u02D7\u2043\u2212]/gu
/** Letters that Unicode does not decompose, each followed by what is typed for it. */
const LETTERS = 'ßss æae œoe øo ðd đd ɖd ɗd þth łl ƚl ıi ɨi ħh ŧt ŋn ɲn ĸk ƙk əe ǝe ɛe ɔo ƀb ɓb ƒf ǥg ƶz'
const PLAIN = new Map(LETTERS.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]))

/** Folds letters, apostrophes, dashes and spaces: "Mămăligă" equals "mamaliga". Callers limit the text's length. */
export function foldText(text: string): string {
  return (
    text
      .replace(QUOTES, "'")
      .replace(DASHES, '-')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(INVISIBLE, '')
      .toLowerCase()
      // A final sigma has its own lower-case form, which would prevent matching a part of the word.
      .replaceAll('ς', 'σ')
      .replace(/[ß-ɲ]/g, (letter) => PLAIN.get(letter) ?? letter)
      .replace(/\s+/g, ' ')
  )
}

/** Writes fractions with a stroke: "1½" is "1 1/2". */
export function plainFractions(text: string): string {
  return text.replace(/(\d?)([\u00BC-\u00BE\u2150-\u215E])/g, (_, whole: string, fraction: string) =>
    [whole, fraction.normalize('NFKD').replace('\u2044', '/')].filter(Boolean).join(' '),
  )
}

/** Text in one line of printable ASCII: "Țuică – 50 ml" is "Tuica - 50 ml". Callers limit the text's length. */
export function asciiText(text: string): string {
  const signs = plainFractions(text).replace(QUOTES, "'").replace(DASHES, '-').replaceAll('×', 'x')
  const letters = signs.normalize('NFKD').replace(/[^\x20-\x7E\s]/g, (one) => PLAIN.get(one.toLowerCase()) ?? '')
  return oneLine(letters.replace(/[^\x20-\x7E]/g, ' '))
}
