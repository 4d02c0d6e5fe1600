import { type Ref, useState } from 'react'
import { type FieldControl, TextInput } from '../inputs/field.tsx'
import { CountrySelect } from './country-select.tsx'
import { limitDigits } from './limit-digits.ts'
import {
  countryOf,
  inNationalFormat,
  phoneNumberOf,
  type TypedNumber,
  typedNumberFromStored,
  withCountry,
} from './number.ts'

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
