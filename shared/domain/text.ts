/**
 * Text as the product stores it: composed (NFC), with the comma-below letters of today's Romanian in place of the
 * legacy cedilla ones, and trimmed.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[şţŞŢ]/g, (letter) => COMMA_BELOW[letter] ?? letter)
    .trim()
}

const COMMA_BELOW: Record<string, string> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' }

/** Text for comparing without regard to case or diacritics: "Mămăligă" and "mamaliga" fold to the same. */
export function foldText(text: string): string {
  // A sigma is lower-cased by its place in the word, which would hide a match in the middle of one.
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
}
