import parsePhoneNumber from 'libphonenumber-js/min'

/**
 * A phone number as the product stores it: the digits of E.164, Romania by default, so that 0712 345 678,
 * +40712345678 and 40712345678 are one. Undefined when no real number can be read from it.
 */
export function phoneDigits(typed: string): string | undefined {
  return digitsOf(typed) ?? digitsOf(`+${typed.replace(/\D/g, '')}`)
}

/** A stored number as people write it: `+40 712 345 678`; what cannot be parsed stays as typed. */
export function phoneForPeople(stored: string): string {
  const parsed = parsePhoneNumber(`+${stored}`)
  return parsed?.isValid() ? parsed.formatInternational() : stored
}

function digitsOf(text: string): string | undefined {
  const parsed = parsePhoneNumber(text, 'RO')
  return parsed?.isValid() ? parsed.number.slice(1) : undefined
}
