import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PROMOTION_DAYS, PROMOTION_DESCRIPTION_MAX, PROMOTION_TITLE_MAX } from '#shared/contracts/promotion-editing.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { weekdayName } from '../../../lib/words/format.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Field, TextArea, TextInput } from '../../../ui/inputs/field.tsx'
import { TimeInput } from '../../../ui/inputs/time-input.tsx'
import { ToggleChips } from '../../../ui/inputs/toggle-chips.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import type { PromotionEditorForm } from './use-promotion-editor.ts'

/** The days that are chosen together. */
const WEEKDAY_SETS = [
  { name: 'all', weekdays: WEEKDAYS },
  { name: 'week', weekdays: WEEKDAYS.slice(0, 5) },
  { name: 'weekend', weekdays: WEEKDAYS.slice(5) },
] as const

/** The fields of a promotion: each text in both languages, dates and hours. */
export function PromotionFields({ form }: { form: PromotionEditorForm }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const language = useLanguage()
  const { errors } = form.formState
  const text = (field: 'title' | 'titleRo' | 'description' | 'descriptionRo') => (
    <Field key={field} label={t(`promotionEditor.fields.${field}`)} error={fieldError(errors[field])}>
      {(control) => {
        const input = { ...control, ...form.register(field), lang: field.endsWith('Ro') ? 'ro' : 'en' }
        return field.startsWith('title') ? (
          <TextInput {...input} autoComplete="off" maxLength={PROMOTION_TITLE_MAX} />
        ) : (
          <TextArea {...input} rows={2} maxLength={PROMOTION_DESCRIPTION_MAX} />
        )
      }}
    </Field>
  )
  const day = (field: 'startDate' | 'endDate') => (
    <Field label={t(`promotionEditor.fields.${field}`)} error={fieldError(errors[field])}>
      {(control) => (
        <TextInput
          {...control}
          {...form.register(field)}
          type="date"
          min={PROMOTION_DAYS.first}
          max={PROMOTION_DAYS.last}
        />
      )}
    </Field>
  )
  const hour = (field: 'startHour' | 'endHour') => (
    <Field
      label={t(`promotionEditor.fields.${field}`)}
      error={fieldError(errors[field])}
      hint={t(`promotionEditor.hints.${field}`)}
    >
      {(control) => <TimeInput {...control} {...form.register(field)} />}
    </Field>
  )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {text('title')}
        {text('titleRo')}
        {text('description')}
        {text('descriptionRo')}
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {day('startDate')}
        {day('endDate')}
        {hour('startHour')}
        {hour('endHour')}
      </div>
      <Controller
        control={form.control}
        name="weekdays"
        render={({ field: { value, onChange } }) => (
          <ToggleChips
            legend={t('promotionEditor.fields.weekdays')}
            tone="ink"
            before={
              <p className="mb-1.5 flex flex-wrap gap-x-1">
                {WEEKDAY_SETS.map(({ name, weekdays }) => (
                  <Button
                    key={name}
                    variant="quiet"
                    size="small"
                    className="px-2! underline underline-offset-3 first:-ml-2"
                    onClick={() => onChange([...weekdays])}
                  >
                    {t(`promotionEditor.weekdaySets.${name}`)}
                  </Button>
                ))}
              </p>
            }
            options={WEEKDAYS.map((weekday) => ({
              value: String(weekday),
              label: weekdayName(weekday, 'short', language),
            }))}
            value={value.map(String)}
            onChange={(chosen) => onChange(chosen.map(Number).sort())}
            error={fieldError(errors.weekdays)}
          />
        )}
      />
    </>
  )
}
