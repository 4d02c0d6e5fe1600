import parsePhoneNumber, {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
} from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { foldText } from '#shared/domain/text.ts'

/** The country until another one is chosen or entered (docs/product/checkout.md#checkout-phone-input). */
const DEFAULT_COUNTRY: CountryCode = 'RO'

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

export interface Country {
  code: CountryCode
  /** The name in the page's language. */
  name: string
  callingCode: string
  /** The names to search in: those in the page's language and in English, without case and diacritics. */
  names: readonly string[]
}

/** All countries, named in a language: Romania first, then by name. */
export function countriesIn(language: string): Country[] {
  const [localNames, englishNames] = [language, 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'region' }))
  const nameIn = (names: Intl.DisplayNames | undefined, code: CountryCode) => names?.of(code) ?? code
  const { compare } = new Intl.Collator(language)
  return getCountries()
    .map((code) => {
      const name = nameIn(localNames, code)
      const names = [...new Set([name, nameIn(englishNames, code)].map(fold))]
      return { code, name, callingCode: getCountryCallingCode(code), names }
    })
    .sort((a, b) => Number(b.code === DEFAULT_COUNTRY) - Number(a.code === DEFAULT_COUNTRY) || compare(a.name, b.name))
}

/** The countries that match a query by ISO code, calling code or a part of the name, best match first. */
export function searchCountries(countries: readonly Country[], query: string): readonly Country[] {
  const foldedQuery = fold(query)
  if (foldedQuery === '') return countries
  const digits = /^\+?(\d+)$/.exec(foldedQuery.replace(/\s/g, '').replace(/^00/, '+'))?.[1]
  const distance = (country: Country) => (digits ? byCallingCode(country, digits) : byName(country, foldedQuery))
  return countries
    .map((country) => ({ country, rank: distance(country) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ country }) => country)
}

/** The distance of a country that does not match; smaller distances are better matches. */
const NO_MATCH = 9

function byCallingCode({ callingCode }: Country, digits: string): number {
  if (callingCode === digits) return 0
  return callingCode.startsWith(digits) ? 1 : NO_MATCH
}

function byName({ code, names }: Country, foldedQuery: string): number {
  if (foldText(code) === foldedQuery) return 0
  if (names.some((name) => name.startsWith(foldedQuery))) return 1
  if (names.some((name) => name.includes(` ${foldedQuery}`))) return 2
  return names.some((name) => name.includes(foldedQuery)) ? 3 : NO_MATCH
}

function fold(text: string): string {
  return foldText(text).replace(/[’‘]/g, "'").trim()
}

/** The input takes no more digits (docs/product/checkout.md#checkout-phone-input); other characters stay. */
const MAX_PHONE_DIGITS = 15

/** The text without the digits after the fifteenth. */
export function limitDigits(text: string): string {
  let digits = 0
  return [...text].filter((character) => !/\d/.test(character) || ++digits <= MAX_PHONE_DIGITS).join('')
}
