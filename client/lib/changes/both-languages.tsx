import type { ReactNode } from 'react'
import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
import { TextArea, TextField } from '../../ui/inputs/field.tsx'
import { language, t } from '../../ui/translation.ts'
import { useSettings } from '../settings/settings.ts'
import { fieldError } from './field-error.ts'

type Pair<Field extends string> = readonly [Field | `${Field}Ro`, Field | `${Field}Ro`]

/** Empty English texts become the Romanian ones (docs/product/menu.md#menu-fallback-name). */
export function withRomanian<Values extends object>(
  values: Values,
  fields: readonly (keyof Values & string)[],
): Values {
  const filled = { ...values } as Record<string, unknown>
  for (const field of fields) if (!String(filled[field] ?? '').trim()) filled[field] = filled[`${field}Ro`]
  return filled as Values
}

/** What a form shows: in a Romanian restaurant, an English text that only repeats the Romanian one is empty, and follows. */
export function withoutCopies<Values extends object>(
  values: Values,
  fields: readonly (keyof Values & string)[],
  isRomanian: boolean,
): Values {
  const copies = fields.filter((field) => isRomanian && values[field] === values[`${field}Ro` as keyof Values])
  return { ...values, ...Object.fromEntries(copies.map((field) => [field, ''])) }
}

/** The fields for texts in both languages, the reader's first; in a Romanian restaurant that which is required. */
export function useBothLanguages() {
  const isRomanian = useSettings().language === 'ro'
  const isRomanianFirst = isRomanian || language === 'ro'
  return {
    isRomanian,
    isRomanianFirst,
    pair: <Field extends string>(field: Field): Pair<Field> =>
      isRomanianFirst ? [`${field}Ro`, field] : [field, `${field}Ro`],
    hint: (field: string) => (isRomanian && !field.endsWith('Ro') ? t('settings.englishOptional') : undefined),
    /** The error below a field: what is wrong with an English text that only repeats the Romanian one is said there. */
    errorOf<Values extends FieldValues, Context, Input>(
      form: UseFormReturn<Values, Context, Input>,
      field: Path<Values>,
    ) {
      const errorAt = (path: string): { message?: string } | undefined => get(form.formState.errors, path)
      if (!isRomanian) return fieldError(errorAt(field))
      const english = field.replace(/Ro$/, '')
      const repeats = !String(form.getValues(english as Path<Values>) ?? '').trim()
      if (field === english) return repeats ? undefined : fieldError(errorAt(english))
      return fieldError(errorAt(field) ?? (repeats ? errorAt(english) : undefined))
    },
  }
}

interface TextPairProps<Values extends FieldValues, Field extends string> {
  // biome-ignore lint/suspicious/noExplicitAny: forms differ in what they send.
  form: UseFormReturn<Values, any, any>
  /** The field of the English text; that of the Romanian one ends in Ro. */
  field: Field
  label: (field: Field | `${Field}Ro`) => string
  /** By default, that the English text may stay empty. */
  hint?: ReactNode
  maxLength: number
  /** Of a text of several lines. */
  rows?: number
  fieldClass?: string
}

/** The inputs for a text in both languages. */
export function TextPair<Values extends FieldValues, Field extends string>(props: TextPairProps<Values, Field>) {
  const { form, field, label, hint, rows, ...input } = props
  const { pair, hint: mayBeEmpty, errorOf } = useBothLanguages()
  const area = rows && { as: TextArea as never, rows }
  return pair(field).map((each) => (
    <TextField
      key={each}
      label={label(each)}
      error={errorOf(form, each as Path<Values>)}
      hint={hint === undefined ? mayBeEmpty(each) : hint}
      register={() => form.register(each as Path<Values>)}
      lang={each === field ? 'en' : 'ro'}
      {...area}
      {...input}
    />
  ))
}
