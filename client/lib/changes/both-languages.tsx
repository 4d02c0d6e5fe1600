import { type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form'
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
