import { type Ref, useState } from 'react'
import { type FieldControl, TextInput } from '../inputs/field.tsx'
import { CountrySelect } from './country-select.tsx'
import { limitDigits } from './limit-digits.ts'
import { countryOf, movedTo, phoneNumberOf, type TypedNumber, tidied, typedNumber } from './number.ts'

interface PhoneInputProps extends FieldControl {
  name: string
  /** The number at the start. Later the input keeps the text itself and reports the number to be sent. */
  defaultValue: string
  onChange: (phoneNumber: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  required?: boolean
  disabled?: boolean
}

/** A phone number: Romanian as it is, foreign with its country, which is chosen or read from a leading `+`. */
export function PhoneInput({ defaultValue, onChange, onBlur, ...input }: PhoneInputProps) {
  const [typed, setTyped] = useState(() => typedNumber(defaultValue))

  function set(next: TypedNumber) {
    setTyped(next)
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
        placeholder={typed.country === 'RO' ? '0712 345 678' : undefined}
        className="pl-[98px]"
        value={typed.text}
        onChange={({ target }) => {
          const text = limitDigits(target.value)
          set({ text, country: countryOf(text, typed.country) })
        }}
        onBlur={() => {
          set(tidied(typed))
          onBlur()
        }}
      />
      <CountrySelect
        value={typed.country}
        onChange={(country) => {
          set(movedTo(country, typed))
          // The number is typed next. The list returns the focus to its button first, hence the delay.
          setTimeout(() => document.getElementById(input.id)?.focus())
        }}
        className="touch absolute inset-y-[5px] left-[5px] flex w-[88px] items-center justify-center gap-1.5 rounded-[9px] bg-sunk text-[15px] hover:bg-line disabled:opacity-60"
      />
    </div>
  )
}
