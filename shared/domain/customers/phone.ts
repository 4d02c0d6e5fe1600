import parsePhoneNumber from 'libphonenumber-js/min'

/**
 * Returns the digits of E.164, Romania by default: 0712 345 678 and +40712345678 are one. Undefined if it is no number
 * (docs/product/everywhere.md#everywhere-phone-numbers).
 */
export function phoneDigits(input: string): string | undefined {
  return digitsOf(input) ?? digitsOf(`+${input.replace(/\D/g, '')}`)
}

/** The same, but a number of another country is taken only with `+` or `00`: without, it may be anybody's. */
export function callableDigits(input: string): string | undefined {
  const digits = phoneDigits(input)
  return digits?.startsWith('40') || /^\s*(\+|00)/.test(input) ? digits : undefined
}

/** A stored number as people write it: `+40 712 345 678`; what cannot be parsed stays unchanged. */
export function phoneForPeople(stored: string): string {
  const parsed = parsePhoneNumber(`+${stored}`)
  return parsed?.isValid() ? parsed.formatInternational() : stored
}

function digitsOf(text: string): string | undefined {
  const parsed = parsePhoneNumber(text, 'RO')
  return parsed?.isValid() ? parsed.number.slice(1) : undefined
}
