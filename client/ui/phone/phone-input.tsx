import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown, Search } from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import { type FieldControl, TextInput } from '../inputs/field.tsx'
import { useBackCloses } from '../overlays/back.ts'
import { useTranslation } from '../translation.ts'
import {
  type Country,
  countriesIn,
  countryOf,
  inNationalFormat,
  limitDigits,
  phoneNumberOf,
  searchCountries,
  type TypedNumber,
  typedNumberFromStored,
  withCountry,
} from './number.ts'

interface CountrySelectProps {
  value: Country['code']
  onChange: (country: Country['code']) => void
  className?: string
}

/** A select for the country of a phone number, searchable by name, calling code or ISO code. */
function CountrySelect({ value, onChange, className }: CountrySelectProps) {
  const { t, language } = useTranslation()
  const countries = useMemo(() => countriesIn(language), [language])
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
        <span className="text-[13px] font-semibold">{chosen?.code}</span>
        <span className="figures">+{chosen?.callingCode}</span>
        <ChevronDown className="size-3.5 shrink-0 text-muted" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={8} className="z-60 outline-none">
          <Combobox.Popup
            aria-label={t('phone.countries')}
            className="flex max-h-[min(22rem,var(--available-height))] w-[min(21rem,var(--available-width))] flex-col overflow-hidden rounded-control border border-line bg-card text-ink shadow-lift outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <div className="relative border-b border-line">
              <Search className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted" />
              <Combobox.Input
                aria-label={t('phone.search')}
                placeholder={t('phone.search')}
                enterKeyHint="done"
                className="h-12 w-full rounded-t-control bg-transparent pr-3 pl-10 text-base placeholder:text-muted focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
              />
            </div>
            <Combobox.Empty className="px-4 py-4 text-[15px] text-muted empty:hidden">{t('phone.none')}</Combobox.Empty>
            <Combobox.List className="min-h-0 scroll-py-1.5 overflow-y-auto overscroll-contain p-1.5 empty:hidden">
              {(country: Country) => (
                <Combobox.Item
                  key={country.code}
                  value={country}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[10px] px-2.5 text-[15px] outline-none data-highlighted:bg-sunk data-selected:font-semibold"
                >
                  <span aria-hidden="true" className="w-6 shrink-0 text-[13px] font-semibold text-muted">
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
        className="touch absolute inset-y-[5px] left-[5px] flex w-[88px] items-center justify-center gap-1.5 rounded-[9px] bg-sunk text-[15px] hover:bg-line disabled:opacity-60"
      />
    </div>
  )
}
