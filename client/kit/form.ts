import { zodResolver } from '@hookform/resolvers/zod'
import { createContext, useContext } from 'react'
import { type Resolver, type UseFormReturn, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { typedAmount } from '#shared/domain/payments/methods.ts'
import type { Texts } from '#shared/i18n/translate.ts'
import { placeOfError, withoutCopies, withRomanian } from '../lib/changes/both-languages.tsx'
import { currency, restaurantLanguage } from '../lib/settings/settings.ts'

/** How a field shows a value of the contract, and what the contract is asked of what was typed. */
interface Reader<Typed, Value> {
  show: (value: Value) => Typed
  // biome-ignore lint/suspicious/noExplicitAny: few readers read other fields too, and those know them.
  read: (typed: Typed, values?: any) => unknown
  /** The message for what cannot be read; by default, the contract's for what `read` returns. */
  unread?: string
}

type AnyText = string | null | undefined
/** A value that its field holds as it is. @param none what it holds if the entry has none */
const same = <Value>(none?: Value): Reader<Value, Value | undefined> => ({
  show: (value) => (value === undefined ? none : value) as Value,
  read: (typed) => typed,
})
const text: Reader<string, AnyText> = { show: (value) => value ?? '', read: (typed) => typed }
/** A text, of which an empty one is none: a date, a time. */
const textOrNull: Reader<string, AnyText> = { ...text, read: (typed) => typed || null }
type AnyNumber = number | null | undefined
/** A number; the contract says whether it may be missing or have decimals. What is no number becomes NaN. */
const number: Reader<string, AnyNumber> = {
  show: (value) => String(value ?? ''),
  read: (typed) =>
    typed.trim() === '' ? null : /^[-\d\s.,]+$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN,
}
/** Minor units of the restaurant's currency. */
const amount: Reader<string, AnyNumber> = {
  show: (value) => (value == null ? '' : (value / 100).toFixed(2)),
  read: (typed) => (typed.trim() === '' ? null : typedAmount(typed, currency)),
  unread: 'validation.amount',
}

/** How values are shown and read, by what they are. */
export const reader = { text, textOrNull, number, amount, same }

// biome-ignore lint/suspicious/noExplicitAny: readers differ in both types.
type Readers = Record<string, Reader<any, any>>
type TypedOf<R extends Readers> = { [Name in keyof R]: R[Name] extends Reader<infer Typed, infer _> ? Typed : never }
type SavedOf<R extends Readers> = { [Name in keyof R]?: R[Name] extends Reader<infer _, infer Value> ? Value : never }

interface FormRules<Values, Input> {
  /** Texts in both languages: in a Romanian restaurant, an empty English one becomes the Romanian one. */
  both?: readonly (keyof Values & string)[]
  /** Whether that holds in every restaurant. */
  isOneEnough?: boolean
  /** What is wrong with fields together, said also while single ones are wrong. */
  together?: (read: Input) => readonly (readonly [field: string, message: string])[]
}

/** The groups of words that have one of this name. */
export type WithWords<Name extends string> = keyof Texts extends infer Key
  ? Key extends `${infer Group}.${Name}`
    ? Group
    : never
  : never

/** A form whose fields are turned into what the contract judges: its values are what is typed. */
export function form<R extends Readers, Schema extends z.ZodMiniType<object>>(
  schema: Schema,
  readers: R,
  { both = [], isOneEnough = false, together }: FormRules<TypedOf<R>, z.output<Schema>> = {},
) {
  type Values = TypedOf<R>
  type Input = z.output<Schema>
  const validate = zodResolver(schema as never) as unknown as Resolver<object, object, object>
  const names = Object.keys(readers) as (keyof R & string)[]
  const read = (values: Values) =>
    Object.fromEntries(names.map((name) => [name, readers[name]?.read(values[name], values)])) as Record<
      string,
      unknown
    >
  const resolver: Resolver<Values, Values, Input> = async (entered, context, options) => {
    const isFilled = isOneEnough || restaurantLanguage === 'ro'
    const values = read(isFilled ? withRomanian<Values & object>(entered, both) : entered)
    const result = await validate(values, context, options as never)
    const unread = names.filter((name) => readers[name]?.unread && values[name] === undefined)
    const found: Errors = {
      ...errorsOf(together?.(values as Input) ?? []),
      ...result.errors,
      ...errorsOf(unread.map((name) => [name, readers[name]?.unread ?? ''])),
    }
    const errors = inPlace(found, entered)
    return (Object.keys(errors).length > 0 ? { values: {}, errors } : result) as never
  }
  return {
    resolver,
    valuesOf: (saved: SavedOf<R>) =>
      withoutCopies<Values & object>(
        Object.fromEntries(names.map((name) => [name, readers[name]?.show(saved[name])])) as Values & object,
        both,
        restaurantLanguage === 'ro',
      ),
    maxLengthOf: (name: string) => maxLengthOf((schema as { shape?: Record<string, z.ZodMiniType> }).shape?.[name]),
    /** What is typed, for a part of the form that shows it. */
    useValues: <Part = Values>(compute: (values: Values) => Part = (values) => values as unknown as Part): Part =>
      useWatch({ control: useFormContext().form.control, compute: compute as never }) as Part,
  }
}

type Errors = Record<string, { type?: string | number | undefined; message?: string | undefined }>

/** Errors where they are said, also those in the rows of a list. */
function inPlace(found: Errors, entered: Record<string, unknown>): Errors {
  const errors: Errors = {}
  for (const [name, error] of Object.entries(found)) {
    const place = placeOfError(name, entered)
    const rows = entered[name]
    if (Array.isArray(error) && Array.isArray(rows))
      errors[name] = Object.assign(
        [],
        error,
        error.map((row, i) => row && inPlace(row, rows[i])),
      )
    else errors[place] = found[place] ?? { type: 'custom', message: error.message }
  }
  return errors
}

const errorsOf = (issues: readonly (readonly [string, string])[]) =>
  Object.fromEntries(issues.map(([field, message]) => [field, { type: 'custom', message }]))

interface Def {
  type: string
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  checks?: z.core.$ZodCheck[]
}

/** The longest text that the contract takes. */
function maxLengthOf(schema: z.ZodMiniType | undefined): number | undefined {
  const { type, innerType, in: first, checks = [] } = (schema?._zod.def ?? {}) as Partial<Def>
  if (innerType ?? first) return maxLengthOf(innerType ?? first)
  const limits = checks.map(({ _zod }) => (_zod.def as { maximum?: number }).maximum)
  return type === 'string' ? limits.find((limit) => limit !== undefined) : undefined
}

interface FormContext {
  // biome-ignore lint/suspicious/noExplicitAny: forms differ in their values.
  form: UseFormReturn<any, any, any>
  maxLengthOf: (name: string) => number | undefined
  /** What the fields on the page mean in words, to show two versions of them. */
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  said: Map<string, { label: string; textOf: (values: any) => string }>
}

export const FormContext = createContext<FormContext | undefined>(undefined)

export function useFormContext(): FormContext {
  const context = useContext(FormContext)
  if (!context) throw new Error('a field outside of an Editor')
  return context
}
