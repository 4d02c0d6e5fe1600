import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { foldText } from '#shared/domain/text.ts'
import { DEFAULT_COUNTRY } from './number.ts'

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
