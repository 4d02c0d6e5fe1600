import parsePhoneNumber, { AsYouType, type CountryCode, getCountryCallingCode } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { phoneDigits } from '#shared/domain/customers/phone.ts'

/**
 * The country of a number until another one is chosen or entered (docs/product/checkout.md#checkout-phone-input).
 */
export const DEFAULT_COUNTRY: CountryCode = 'RO'

/** The content of the phone input: the text as entered, and the country by which it is parsed. */
export interface TypedNumber {
  country: CountryCode
  text: string
}

/** The country of a number with a calling code (`+49…`, `0049…`); otherwise the current country. */
export function countryOf(text: string, current: CountryCode): CountryCode {
  const number = parseInternational(text)
  const callingCode = number?.getCallingCode()
  if (!number || !callingCode) return current
  const country = number.getCountry()
  if (country) return country
  // Several countries share the calling code, and the first digits do not determine one: prefer the current one.
  const countriesWithCode = metadata.country_calling_codes[callingCode] ?? []
  return countriesWithCode.includes(current) ? current : (countriesWithCode[0] ?? current)
}

/**
 * The number to send: in international form if it can be parsed, otherwise the text as entered. If the chosen
 * country is not Romania, text that cannot be parsed gets that country's calling code in front, so that it is not read
 * as a Romanian number.
 */
export function phoneNumberOf({ country, text }: TypedNumber): string {
  const entered = text.trim()
  if (entered === '') return ''
  const digits = country === DEFAULT_COUNTRY ? phoneDigits(entered) : foreignDigits(entered, country)
  if (digits !== undefined) return `+${digits}`
  if (country === DEFAULT_COUNTRY || parseInternational(entered)) return entered
  return `+${getCountryCallingCode(country)} ${entered}`
}

/** The same number in the national format of its country; an incomplete number stays as it is. */
export function inNationalFormat(entered: TypedNumber): TypedNumber {
  const number = parsePhoneNumber(phoneNumberOf(entered))
  if (!number?.country || !number.isValid()) return entered
  const formatted = { country: number.country, text: number.formatNational() }
  return phoneNumberOf(formatted) === number.number ? formatted : entered
}

/** Converts a stored number (`+40…`, or text as entered) to the content of the input. */
export function typedNumberFromStored(value: string): TypedNumber {
  return inNationalFormat({ country: countryOf(value, DEFAULT_COUNTRY), text: value })
}

/** Changes the country: removes the old calling code, and keeps the other digits. */
export function withCountry(country: CountryCode, { text }: TypedNumber): TypedNumber {
  const number = parseInternational(text)
  return { country, text: number ? (number.getNumber()?.nationalNumber ?? '') : text }
}

function foreignDigits(text: string, country: CountryCode): string | undefined {
  const parsed = parsePhoneNumber(text, country)
  return parsed?.isValid() ? parsed.number.slice(1) : undefined
}

/** Parses a number that begins with a calling code; undefined if it does not. */
function parseInternational(text: string): AsYouType | undefined {
  const international = text.trim().replace(/^00/, '+')
  if (!international.startsWith('+')) return undefined
  const number = new AsYouType()
  number.input(international)
  return number
}
