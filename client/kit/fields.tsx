import type { ComponentProps, ReactNode, RefObject } from 'react'
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import type { DayHours, WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { useBothLanguages } from '../lib/changes/both-languages.tsx'
import { fieldError } from '../lib/changes/field-error.ts'
import { WeekEditor, weekText, withDayNames } from '../lib/settings/week-editor.tsx'
import { ChoiceChips, ToggleChips } from '../ui/inputs/chips.tsx'
import { DateInput } from '../ui/inputs/date-input.tsx'
import { FieldError, TextArea, TextField, TextInput } from '../ui/inputs/field.tsx'
import { SelectField } from '../ui/inputs/select.tsx'
import { Switch } from '../ui/inputs/switch.tsx'
import { TimeInput } from '../ui/inputs/text-inputs.tsx'
import { language, t } from '../ui/translation.ts'
import { useFormContext } from './form.ts'

/** A field of the form around it. @param textOf what a value means in words, to show two versions of it */
// biome-ignore lint/suspicious/noExplicitAny: fields differ in their values; `fieldsOf` says which has which.
export function useField(name: string, label: TextKey, textOf: (value: any) => string = String) {
  const { form, said, maxLengthOf } = useFormContext()
  const { field, fieldState } = useController({ control: form.control, name })
  said.set(name, { label: t(label), textOf: (values) => textOf(values[name]) })
  const onChange = (value: unknown) => {
    field.onChange(value)
    // What is wrong together with others is judged again with each of them; what the server refused is not.
    const wrong = Object.entries(form.control._formState.errors).filter(([, error]) => !isRefused(error))
    if (wrong.length > 0) void form.trigger(wrong.map(([field]) => field))
  }
  const error = [fieldState.error ?? []].flat().find(Boolean)
  return { field: { ...field, onChange }, error: fieldError(error), maxLength: maxLengthOf(name) }
}

/** Whether an error, or one deep in a list, is the server's. */
const isRefused = (error: object = {}): boolean =>
  'type' in error ? error.type === 'server' : Object.values(error).some(isRefused)

interface FieldProps<Name> {
  name: Name
  label: TextKey
  hint?: TextKey | false | undefined
}
/** The key of a label whose Romanian field has the same key with `Ro`. */
type PairKey = TextKey extends infer Key ? (Key extends `${infer English}Ro` ? English : never) : never
interface Input extends Omit<ComponentProps<'input'>, 'name' | 'value' | 'onChange' | 'ref'> {
  ref?: RefObject<HTMLInputElement | null>
  /** Of a text of several lines. */
  rows?: number
  as?: unknown
  fieldClass?: string
}
type TextProps<Name> = FieldProps<Name> & Input

function Text({ name, label, hint, as, ref, ...input }: TextProps<string>) {
  const { field, error, maxLength } = useField(name, label)
  return (
    <TextField
      as={(as ?? (input.rows ? TextArea : TextInput)) as typeof TextInput}
      label={t(label)}
      hint={hint && t(hint)}
      {...{ error, maxLength }}
      {...field}
      ref={(element) => {
        field.ref(element)
        if (ref) ref.current = element
      }}
      {...input}
    />
  )
}

/** A whole number, or one with decimals. */
const Numeric = (props: TextProps<string>) => (
  <Text inputMode="numeric" maxLength={12} className="figures max-w-32" {...props} />
)

type BothProps<Name> = TextProps<Name> & { label: PairKey }

/** A text in both languages: the reader's first, in a Romanian restaurant that which is required. */
function Both({ name, label, hint, ...input }: BothProps<string>) {
  const { pair, hint: mayBeEmpty } = useBothLanguages()
  return pair(name).map((each) => (
    <Text
      key={each}
      name={each}
      label={(each === name ? label : `${label}Ro`) as TextKey}
      hint={hint ?? (mayBeEmpty(each) ? 'settings.englishOptional' : undefined)}
      lang={each === name ? 'en' : 'ro'}
      {...input}
    />
  ))
}

const Time = (props: TextProps<string>) => <Text as={TimeInput} {...props} />

type DayProps<Name> = FieldProps<Name> & { mayBeEmpty?: boolean }
function Day({ name, label, hint, ...input }: DayProps<string>) {
  const { field, error } = useField(name, label)
  return <TextField as={DateInput} label={t(label)} hint={hint && t(hint)} error={error} {...field} {...input} />
}

type Id = string | number
interface ChipsProps<Name> extends Omit<FieldProps<Name>, 'hint'> {
  options: readonly { value: Id; label: string }[]
  /** Whether only the chosen ones are shown: others are found by what is before them. */
  isShort?: boolean
  before?: (chosen: Id[], choose: (ids: Id[]) => void) => ReactNode
}
function Chips({ name, label, options, isShort, before }: ChipsProps<string>) {
  const named = (ids: Id[]) => options.filter(({ value }) => ids.includes(value))
  const { field, error } = useField(name, label, (ids) =>
    named(ids)
      .map((option) => option.label)
      .join(', '),
  )
  const chosen: Id[] = field.value
  return (
    <ToggleChips
      legend={t(label)}
      tone="ink"
      before={before?.(chosen, field.onChange)}
      options={(isShort ? named(chosen) : options).map((option) => ({ ...option, value: String(option.value) }))}
      value={chosen.map(String)}
      // In their order; those that are not offered, such as deleted ones, stay.
      onChange={(texts) => {
        const offered = options.map(({ value }) => value)
        const others = chosen.filter((id) => !offered.includes(id))
        field.onChange([...others, ...offered.filter((id) => texts.includes(String(id)))])
      }}
      error={error}
    />
  )
}

interface SelectProps<Name> extends FieldProps<Name> {
  options: readonly { value: Id; label: string }[]
}
function Select({ name, label, hint, options }: SelectProps<string>) {
  const nameOf = (chosen: Id) => options.find(({ value }) => value === chosen)?.label ?? ''
  const { field, error } = useField(name, label, nameOf)
  return (
    <SelectField
      {...{ label: t(label), hint: hint && t(hint), options, error }}
      value={field.value as Id}
      onValueChange={field.onChange}
    />
  )
}

/** One of a few, as chips. */
function Choice({ name, label, hint, options }: SelectProps<string>) {
  const nameOf = (chosen: Id) => options.find(({ value }) => value === chosen)?.label ?? ''
  const { field, error } = useField(name, label, nameOf)
  return (
    <div>
      <ChoiceChips label={t(label)} value={field.value as Id} onChange={field.onChange} options={options} />
      {hint && <p className="mt-1.5 text-sm text-muted">{t(hint)}</p>}
      {error && <FieldError id={undefined}>{error}</FieldError>}
    </div>
  )
}

interface YesProps<Name> extends FieldProps<Name> {
  /** The label while it is off. */
  off?: TextKey
  /** What off means in words where the label stays. */
  saidOff?: TextKey
}
/** A switch. */
function Yes({ name, label, hint, off, saidOff = off }: YesProps<string>) {
  const { field, error } = useField(name, label, (on) => {
    if (on === undefined) return ''
    return saidOff ? t(on ? label : saidOff) : t(on ? 'settings.on' : 'settings.off')
  })
  return (
    <Switch
      label={t((!field.value && off) || label)}
      hint={hint && t(hint)}
      error={error}
      checked={field.value === true}
      onCheckedChange={field.onChange}
    />
  )
}

interface WeekProps<Name> extends FieldProps<Name> {
  section?: TextKey
  /** The hours of a day that has none yet. */
  usual: DayHours
  /** What is said of a day without hours. */
  none: TextKey
}
/** A switch for hours of the week, with their editor while it is on; null while it is off. */
function Week({ name, label, hint, section = label, usual, none }: WeekProps<string>) {
  const { field, error } = useField(name, section, (week) => (week ? weekText(week, language) : ''))
  const week = field.value as readonly WeeklyHours[] | null
  return (
    <section aria-label={t(section)} className="space-y-2.5">
      <Switch
        label={t(label)}
        hint={hint && t(hint)}
        checked={week !== null}
        onCheckedChange={(on) => field.onChange(on ? WEEKDAYS.map((day) => ({ day, ...usual })) : null)}
      />
      {week && <WeekEditor week={week} usual={usual} none={t(none)} onChange={field.onChange} />}
      {error && <FieldError id={undefined}>{withDayNames(error)}</FieldError>}
    </section>
  )
}

type PairsOf<Values extends FieldValues> =
  FieldPathByValue<Values, string> extends infer N ? (N extends `${infer English}Ro` ? English : never) : never
type Field<Props> = (props: Props) => ReactNode

/** The fields, each for the names of this form that have such a value. */
interface Fields<Values extends FieldValues> {
  Text: Field<TextProps<FieldPathByValue<Values, string>>>
  Numeric: Field<TextProps<FieldPathByValue<Values, string>>>
  Both: Field<BothProps<PairsOf<Values>>>
  Day: Field<DayProps<FieldPathByValue<Values, string>>>
  Time: Field<TextProps<FieldPathByValue<Values, string>>>
  Chips: Field<ChipsProps<FieldPathByValue<Values, readonly Id[]>>>
  Select: Field<SelectProps<FieldPathByValue<Values, Id>>>
  Choice: Field<SelectProps<FieldPathByValue<Values, Id>>>
  Yes: Field<YesProps<FieldPathByValue<Values, boolean | undefined>>>
  Week: Field<WeekProps<FieldPathByValue<Values, readonly WeeklyHours[] | null>>>
}

const FIELDS = { Text, Numeric, Both, Day, Time, Chips, Select, Choice, Yes, Week }

export const fieldsOf = <Values extends FieldValues>(_form: { valuesOf: (saved: never) => Values }) =>
  FIELDS as unknown as Fields<Values>
