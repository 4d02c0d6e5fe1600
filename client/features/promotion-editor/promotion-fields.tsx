import { useTranslation } from 'react-i18next'
import { PROMOTION_DAYS, PROMOTION_DESCRIPTION_MAX, PROMOTION_TITLE_MAX } from '#shared/contracts/promotion-editing.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { Field, TextArea, TextInput } from '../../ui/inputs/field.tsx'
import type { PromotionEditorForm } from './use-promotion-editor.ts'

/** The fields of a promotion: each text in both languages, dates and hours. */
export function PromotionFields({ form }: { form: PromotionEditorForm }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
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
      {(control) => <TextInput {...control} {...form.register(field)} type="time" />}
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
    </>
  )
}
