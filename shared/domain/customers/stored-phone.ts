/* What is done with stored numbers without the numbering plans of all countries, which are 121 KB of script. */

/** A stored Romanian number as people write it: `+40 712 345 678`; undefined for any other (`phoneForPeople`). */
export function romanianForPeople(stored: string): string | undefined {
  const [, national] = /^40((?:[2378]\d|90)\d{7})$/.exec(stored) ?? []
  // Bucharest has a code of two digits.
  return national && `+40 ${national.replace(/^([23]1|\d{3})(\d{3})(\d{3,4})$/, '$1 $2 $3')}`
}

/** A stored number as a phone dials it, in `tel:` and `sms:` links; its digits if it is what was typed and no number. */
export function dialledNumber(stored: string): string {
  return /^[1-9]\d{8,14}$/.test(stored) ? `+${stored}` : stored.replace(/\D/g, '')
}

/** A search with fewer digits is for an order or a table; `MIN_DIGITS_AT_START` if they begin like a phone number. */
const MIN_DIGITS = 4
const MIN_DIGITS_AT_START = 3

/**
 * Returns the digits to search for, from `0799 888 777`, `+40 799…` or a part. Undefined if the text is no phone
 * number, or too short to tell it from the number of an order or a table.
 */
export function phonePart(input: string): string | undefined {
  const text = input.trim()
  if (!/^[+\d\s./()-]+$/.test(text)) return undefined
  const isAbroad = /^(\+|00)/.test(text)
  const digits = text.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')
  // Stored numbers begin with Romania's code, but those that could not be parsed do not: search without the code.
  const part = digits.replace(isAbroad ? /^400?/ : /^40(?=\d{9}$)/, '')
  const minDigits = isAbroad || /^\D*0/.test(text) ? MIN_DIGITS_AT_START : MIN_DIGITS
  return part.length >= minDigits ? part : undefined
}

/** Whether a stored number contains the digits that `phonePart` returned. */
export function hasPhonePart(stored: string, part: string): boolean {
  return stored.replace(/\D/g, '').includes(part)
}
