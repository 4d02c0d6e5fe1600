import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { foldText } from '#shared/domain/text.ts'
import { DEFAULT_COUNTRY } from './number.ts'

export interface Country {
  code: CountryCode
  /** In the page's language. */
  name: string
  callingCode: string
  /** What a search looks at: the folded names in the page's language and in English. */
  names: readonly string[]
}

/** All countries in a language: Romania first, the others by name. */
export function countriesIn(language: string): Country[] {
  const [here, english] = [language, 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'region' }))
  const nameIn = (names: Intl.DisplayNames | undefined, code: CountryCode) => names?.of(code) ?? code
  const { compare } = new Intl.Collator(language)
  return getCountries()
    .map((code) => {
      const name = nameIn(here, code)
      const names = [...new Set([name, nameIn(english, code)].map(plain))]
      return { code, name, callingCode: getCountryCallingCode(code), names }
    })
    .sort((a, b) => Number(b.code === DEFAULT_COUNTRY) - Number(a.code === DEFAULT_COUNTRY) || compare(a.name, b.name))
}

/** The countries that a search means, the likeliest first: by ISO code, calling code, or a part of a name. */
export function searchCountries(countries: readonly Country[], query: string): readonly Country[] {
  const wanted = plain(query)
  if (wanted === '') return countries
  const digits = /^\+?(\d+)$/.exec(wanted.replace(/\s/g, '').replace(/^00/, '+'))?.[1]
  const distance = (country: Country) => (digits ? byCallingCode(country, digits) : byName(country, wanted))
  return countries
    .map((country) => ({ country, far: distance(country) }))
    .filter(({ far }) => far < FAR)
    .sort((a, b) => a.far - b.far)
    .map(({ country }) => country)
}

const FAR = 9

function byCallingCode({ callingCode }: Country, digits: string): number {
  if (callingCode === digits) return 0
  return callingCode.startsWith(digits) ? 1 : FAR
}

function byName({ code, names }: Country, wanted: string): number {
  if (foldText(code) === wanted) return 0
  if (names.some((name) => name.startsWith(wanted))) return 1
  if (names.some((name) => name.includes(` ${wanted}`))) return 2
  return names.some((name) => name.includes(wanted)) ? 3 : FAR
}

function plain(text: string): string {
  return foldText(text).replace(/[’‘]/g, "'").trim()
}
