import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CATEGORY_NAME_MAX, createCategory } from '#shared/contracts/menu-editing.ts'
import { useFieldError } from '../../lib/field-error.ts'
import { RequestError } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import type { CategoryNames } from './category-calls.ts'

interface CategoryNamesFormProps {
  label: string
  names: CategoryNames
  saveLabel: string
  pending: boolean
  onSave: (names: CategoryNames, then: { onError: (error: Error) => void }) => void
  onCancel: () => void
}

const TAKEN = ['category_exists', 'category_name_taken']

/** Both names of a category, in its place in the panel. Enter saves, Esc takes back. */
export function CategoryNamesForm({ label, names, saveLabel, pending, onSave, onCancel }: CategoryNamesFormProps) {
  const { t } = useTranslation()
  const said = useFieldError()
  const form = useForm({ resolver: zodResolver(createCategory.body), defaultValues: names })
  const { errors } = form.formState
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form])
  const refused = (error: Error) => {
    if (!(error instanceof RequestError) || !error.code || !TAKEN.includes(error.code)) return
    form.setError('name', { type: 'server', message: error.serverMessage ?? '' }, { shouldFocus: true })
  }
  const submit = form.handleSubmit((typed) => onSave(typed, { onError: refused }))
  return (
    <form
      noValidate
      aria-label={label}
      className="space-y-3 rounded-[14px] bg-sunk p-3"
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onCancel()
      }}
    >
      <Field label={t('menuEditor.categories.name')} error={said(errors.name)}>
        {(control) => (
          <TextInput {...control} {...form.register('name')} autoComplete="off" maxLength={CATEGORY_NAME_MAX} />
        )}
      </Field>
      <Field label={t('menuEditor.categories.nameRo')} error={said(errors.nameRo)}>
        {(control) => (
          <TextInput {...control} {...form.register('nameRo')} autoComplete="off" maxLength={CATEGORY_NAME_MAX} />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button look="outline" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" pending={pending}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}
