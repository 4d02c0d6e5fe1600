import { language, t } from '../../ui/translation.ts'
import { restaurantLanguage, useSettings } from '../settings/settings.ts'

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

/** Where what is wrong with a field is said: in a Romanian restaurant an empty English text only repeats the Romanian one. */
export function placeOfError(field: string, typed: object): string {
  const { [field]: text, [`${field}Ro`]: romanian } = typed as Record<string, unknown>
  const repeats = restaurantLanguage === 'ro' && romanian !== undefined && !String(text ?? '').trim()
  return repeats ? `${field}Ro` : field
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
  }
}
