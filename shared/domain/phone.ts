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

/** Shorter runs of digits name an order or a table; they are no piece of a phone number, unless they begin as one. */
const LEAST_DIGITS = 4
const LEAST_OF_BEGINNING = 3

/**
 * What to look for among the digits of a number when somebody searches for it, however they write it: `0799 888 777`,
 * `+40 799…`, `0040799…` or a part, `799 888`. Undefined for what is no piece of a number, or too short to tell it from
 * the number of an order or a table.
 */
export function phonePart(typed: string): string | undefined {
  const text = typed.trim()
  if (!/^[+\d\s./()-]+$/.test(text)) return undefined
  const isAbroad = /^(\+|00)/.test(text)
  const digits = text.replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '')
  // A number is stored with Romania's code; one that could not be parsed, as it was typed: what follows it is in both.
  const part = digits.replace(isAbroad ? /^400?/ : /^40(?=\d{9}$)/, '')
  const least = isAbroad || /^\D*0/.test(text) ? LEAST_OF_BEGINNING : LEAST_DIGITS
  return part.length >= least ? part : undefined
}

/** Whether a stored number contains what `phonePart` has made of a search. */
export function hasPhonePart(stored: string, part: string): boolean {
  return stored.replace(/\D/g, '').includes(part)
}
