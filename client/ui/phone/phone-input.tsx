import { Combobox } from '@base-ui/react/combobox'
import parsePhoneNumber, {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
} from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { Check, ChevronDown, Search } from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { searchedText } from '#shared/domain/search.ts'
import { type FieldControl, TextInput } from '../inputs/field.tsx'
import { useBackCloses } from '../overlays/back.ts'
import { t, useLanguage } from '../translation.ts'

/** The country until another one is chosen or entered (docs/product/checkout.md#checkout-phone-input). */
const DEFAULT_COUNTRY: CountryCode = 'RO'

/** The content of the phone input: the text as entered, and the country by which it is parsed. */
interface TypedNumber {
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

interface Country {
  code: CountryCode
  /** The name in the page's language. */
  name: string
  callingCode: string
  /** What it is found by: its codes, and its names in the page's language and in English. */
  searched: string
}

/** All countries, named in a language: Romania first, then by name. */
export function countriesIn(language: string): Country[] {
  const [local, english] = [language, 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'region' }))
  const { compare } = new Intl.Collator(language)
  return getCountries()
    .map((code) => {
      const callingCode = getCountryCallingCode(code)
      const name = local?.of(code) ?? code
      const texts = [code, callingCode, `+${callingCode}`, `00${callingCode}`, name, english?.of(code) ?? code]
      return { code, name, callingCode, searched: ` ${texts.map((text) => searchedText(text)).join(' ')}` }
    })
    .sort((a, b) => Number(b.code === DEFAULT_COUNTRY) - Number(a.code === DEFAULT_COUNTRY) || compare(a.name, b.name))
}

/** The countries that match a query: first by a whole code, then by the start of a word, then by a part of one. */
export function searchCountries(countries: readonly Country[], query: string): readonly Country[] {
  const typed = searchedText(query).trim()
  const rank = ({ code, callingCode, searched }: Country) =>
    [code.toLowerCase(), callingCode].includes(typed.replace(/^(\+|00)/, ''))
      ? 0
      : searched.includes(` ${typed}`)
        ? 1
        : 2
  return countries.filter(({ searched }) => searched.includes(typed)).sort((a, b) => rank(a) - rank(b))
}

/** The input takes no more digits (docs/product/checkout.md#checkout-phone-input); other characters stay. */
const MAX_PHONE_DIGITS = 15

/** The text without the digits after the fifteenth. */
export function limitDigits(text: string): string {
  let digits = 0
  return [...text].filter((character) => !/\d/.test(character) || ++digits <= MAX_PHONE_DIGITS).join('')
}

interface CountrySelectProps {
  value: Country['code']
  onChange: (country: Country['code']) => void
  className?: string
}

/** A select for the country of a phone number, searchable by name, calling code or ISO code. */
function CountrySelect({ value, onChange, className }: CountrySelectProps) {
  const spoken = useLanguage()
  const countries = useMemo(() => countriesIn(spoken), [spoken])
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  useBackCloses(isOpen, () => setOpen(false))
  const matches = useMemo(() => searchCountries(countries, query), [countries, query])
  const chosen = countries.find(({ code }) => code === value) ?? null
  return (
    <Combobox.Root
      open={isOpen}
      onOpenChange={setOpen}
      items={countries}
      filteredItems={matches}
      value={chosen}
      onValueChange={(country) => {
        if (country) onChange(country.code)
      }}
      inputValue={query}
      onInputValueChange={setQuery}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(a, b) => a.code === b.code}
      autoHighlight
    >
      <Combobox.Trigger
        aria-label={chosen ? t('phone.country', { name: chosen.name, code: chosen.callingCode }) : t('phone.search')}
        className={className}
      >
        <span className="text-small font-semibold">{chosen?.code}</span>
        <span className="figures">+{chosen?.callingCode}</span>
        <ChevronDown className="size-3.5 shrink-0 text-muted" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={8} className="z-60 outline-none">
          <Combobox.Popup
            aria-label={t('phone.countries')}
            className="popup flex max-h-[min(22rem,var(--available-height))] w-[min(21rem,var(--available-width))] flex-col overflow-hidden"
          >
            <div className="relative border-b border-line">
              <Search className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted" />
              <Combobox.Input
                aria-label={t('phone.search')}
                placeholder={t('phone.search')}
                enterKeyHint="done"
                className="h-12 w-full rounded-t-control bg-transparent pr-3 pl-10 text-base placeholder:text-muted focus-visible:-outline-offset-2"
              />
            </div>
            <Combobox.Empty className="px-4 py-4 text-body text-muted empty:hidden">{t('phone.none')}</Combobox.Empty>
            <Combobox.List className="min-h-0 scroll-py-1.5 overflow-y-auto overscroll-contain p-1.5 empty:hidden">
              {(country: Country) => (
                <Combobox.Item key={country.code} value={country} className="popup-row gap-3 px-2.5">
                  <span aria-hidden="true" className="w-6 shrink-0 text-small font-semibold text-muted">
                    {country.code}
                  </span>
                  <span className="min-w-0 flex-1">{country.name}</span>
                  <span className="figures text-muted">+{country.callingCode}</span>
                  <Combobox.ItemIndicator>
                    <Check className="size-4 text-accent" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

interface PhoneInputProps extends FieldControl {
  name: string
  /** The initial number. Afterwards the input holds the text itself, and reports the number to send. */
  defaultValue: string
  onChange: (phoneNumber: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  required?: boolean
  disabled?: boolean
}

/** An input for a phone number, with the country chosen from a list or detected from a leading `+`. */
export function PhoneInput({ defaultValue, onChange, onBlur, ...input }: PhoneInputProps) {
  const [entered, setEntered] = useState(() => typedNumberFromStored(defaultValue))

  function update(next: TypedNumber) {
    setEntered(next)
    onChange(phoneNumberOf(next))
  }

  return (
    <div className="relative">
      <TextInput
        {...input}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={32}
        placeholder={entered.country === 'RO' ? '0712 345 678' : undefined}
        className="pl-[98px]"
        value={entered.text}
        onChange={({ target }) => {
          const text = limitDigits(target.value)
          update({ text, country: countryOf(text, entered.country) })
        }}
        onBlur={() => {
          update(inNationalFormat(entered))
          onBlur()
        }}
      />
      <CountrySelect
        value={entered.country}
        onChange={(country) => {
          update(withCountry(country, entered))
          // The user enters the number next. Delayed, because the list first returns the focus to its button.
          setTimeout(() => document.getElementById(input.id)?.focus())
        }}
        className="touch absolute inset-y-[5px] left-[5px] flex w-[88px] items-center justify-center gap-1.5 rounded-chip bg-sunk text-body hover:bg-line"
      />
    </div>
  )
}
