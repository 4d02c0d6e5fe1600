import parsePhoneNumber from 'libphonenumber-js/min'

/**
 * Returns the digits of E.164, Romania by default: 0712 345 678 and +40712345678 are one. Undefined if it is no number
 * (docs/product/everywhere.md#everywhere-phone-numbers).
 */
export function phoneDigits(input: string): string | undefined {
  return digitsOf(input) ?? digitsOf(`+${input.replace(/\D/g, '')}`)
}

/** A stored number as people write it: `+40 712 345 678`; what cannot be parsed stays unchanged. */
export function phoneForPeople(stored: string): string {
  const parsed = parsePhoneNumber(`+${stored}`)
  return parsed?.isValid() ? parsed.formatInternational() : stored
}

/** A stored number as a phone dials it, in `tel:` and `sms:` links; if it cannot be parsed, its digits. */
export function dialledNumber(stored: string): string {
  const digits = phoneDigits(stored)
  return digits ? `+${digits}` : stored.replace(/\D/g, '')
}

function digitsOf(text: string): string | undefined {
  const parsed = parsePhoneNumber(text, 'RO')
  return parsed?.isValid() ? parsed.number.slice(1) : undefined
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
