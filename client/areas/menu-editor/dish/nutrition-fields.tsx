import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isCounted, kilojoules, NUTRIENTS } from '#shared/domain/menu/nutrients.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { cx } from '../../../ui/cx.ts'
import { parseDecimal } from './dish-form.ts'
import type { DishEditorForm } from './use-dish-editor.ts'

/**
 * The inputs for nutrition per portion. An empty value is unknown; each of the first five counts as 0 once any value is
 * given.
 */
export function NutritionFields({ form }: { form: DishEditorForm }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const language = useLanguage()
  const id = useId()
  const values = useWatch({ control: form.control, name: 'nutritionalValues' })
  const isAnyKnown = NUTRIENTS.some((nutrient) => values[nutrient].trim() !== '')
  const calories = parseDecimal(values.calories)
  const errors = form.formState.errors.nutritionalValues
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1 text-sm font-semibold">{t('menuEditor.nutrition')}</legend>
      <div className="divide-y divide-line rounded-[16px] border border-line bg-card px-3.5">
        {NUTRIENTS.map((nutrient) => {
          const error = fieldError(errors?.[nutrient])
          const errorId = `${id}-${nutrient}`
          return (
            <div key={nutrient} className="py-1">
              <label className="flex min-h-11 items-center gap-2">
                <span className="flex-1 text-[15px]">
                  {t(`menuEditor.nutrients.${nutrient}`)}
                  {nutrient === 'calories' && typeof calories === 'number' && (
                    <span className="figures text-sm text-muted">
                      {' '}
                      {formatNumber(kilojoules(calories), language)} kJ
                    </span>
                  )}
                </span>
                <input
                  {...form.register(`nutritionalValues.${nutrient}`)}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={10}
                  placeholder={isAnyKnown && isCounted(nutrient) ? '0' : '–'}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? errorId : undefined}
                  className={cx(
                    'figures h-10 w-24 rounded-[10px] border bg-transparent px-2 text-right text-base font-semibold placeholder:font-normal placeholder:text-muted focus-visible:outline-2 focus-visible:outline-accent',
                    error ? 'border-cancelled' : 'border-edge',
                  )}
                />
                <span className="w-8 text-sm text-muted">{nutrient === 'calories' ? 'kcal' : 'g'}</span>
              </label>
              {error && (
                <p id={errorId} className="pb-1.5 text-sm font-medium text-cancelled">
                  {error}
                </p>
              )}
            </div>
          )
        })}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {t('menuEditor.nutritionHint')}
      </p>
    </fieldset>
  )
}
