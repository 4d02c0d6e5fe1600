import parsePhoneNumber, { AsYouType, type CountryCode, getCountryCallingCode } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { phoneDigits } from '#shared/domain/phone.ts'

/**
 * The country that a number belongs to until something else is chosen or typed (docs/product.md#checkout-phone-input).
 */
export const DEFAULT_COUNTRY: CountryCode = 'RO'

/** What stands in the phone input: the number as it is typed, and the country it is read in. */
export interface TypedNumber {
  country: CountryCode
  text: string
}

/** The country that a number names by its own beginning (`+49…`, `0049…`); the current one where it names none. */
export function countryOf(text: string, current: CountryCode): CountryCode {
  const number = begun(text)
  const callingCode = number?.getCallingCode()
  if (!number || !callingCode) return current
  const named = number.getCountry()
  if (named) return named
  // Several countries share a calling code, and the first digits do not tell them apart: the current one may be right.
  const sharing = metadata.country_calling_codes[callingCode] ?? []
  return sharing.includes(current) ? current : (sharing[0] ?? current)
}

/**
 * The number as it is sent: with its country, where it can be read. Otherwise as typed; a foreign one then begins with
 * the country that was chosen, so that it is not taken for one of Romania.
 */
export function phoneNumberOf({ country, text }: TypedNumber): string {
  const typed = text.trim()
  if (typed === '') return ''
  const digits = country === DEFAULT_COUNTRY ? phoneDigits(typed) : foreignDigits(typed, country)
  if (digits !== undefined) return `+${digits}`
  return country === DEFAULT_COUNTRY || begun(typed) ? typed : `+${getCountryCallingCode(country)} ${typed}`
}

/** The same number as people in its country write it; what is no number yet stays as it is. */
export function tidied(typed: TypedNumber): TypedNumber {
  const number = parsePhoneNumber(phoneNumberOf(typed))
  if (!number?.country || !number.isValid()) return typed
  const tidy = { country: number.country, text: number.formatNational() }
  return phoneNumberOf(tidy) === number.number ? tidy : typed
}

/** What stands in the input for a number that was sent, or kept, in this form. */
export function typedNumber(value: string): TypedNumber {
  return tidied({ country: countryOf(value, DEFAULT_COUNTRY), text: value })
}

/** The same digits for a country that was chosen, without the calling code of another one. */
export function movedTo(country: CountryCode, { text }: TypedNumber): TypedNumber {
  const number = begun(text)
  return { country, text: number ? (number.getNumber()?.nationalNumber ?? '') : text }
}

function foreignDigits(text: string, country: CountryCode): string | undefined {
  const parsed = parsePhoneNumber(text, country)
  return parsed?.isValid() ? parsed.number.slice(1) : undefined
}

/** A number that begins with its country. */
function begun(text: string): AsYouType | undefined {
  const international = text.trim().replace(/^00/, '+')
  if (!international.startsWith('+')) return undefined
  const number = new AsYouType()
  number.input(international)
  return number
}
