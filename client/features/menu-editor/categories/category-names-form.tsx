import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { MenuCategory } from '#shared/contracts/menu.ts'
import { CATEGORY_NAME_MAX, createCategory } from '#shared/contracts/menu-editing.ts'
import { useFieldError } from '../../../lib/api/field-error.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { useSaveCategory } from './category-calls.ts'

interface CategoryNamesFormProps {
  /** Null for one that is to be added. */
  category: MenuCategory | null
  label: string
  saveLabel: string
  onDone: () => void
  onCancel: () => void
}

const TAKEN = ['category_exists', 'category_name_taken']
const NO_NAMES = { name: '', nameRo: '' }

/** Both names of a category, in its place in the panel. Enter saves, Esc takes back; what is typed while it saves stays. */
export function CategoryNamesForm({ category, label, saveLabel, onDone, onCancel }: CategoryNamesFormProps) {
  const { t } = useTranslation()
  const said = useFieldError()
  /** The category as this form has last seen it: only what was changed since is sent. */
  const [base, setBase] = useState(category)
  const { name, nameRo } = base ?? NO_NAMES
  const form = useForm({ resolver: zodResolver(createCategory.body), defaultValues: { name, nameRo } })
  const { errors } = form.formState
  const { mutate, isPending } = useSaveCategory()
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form])
  const refused = (error: Error) => {
    if (!(error instanceof RequestError) || !error.code || !TAKEN.includes(error.code)) return
    form.setError('name', { type: 'server', message: error.serverMessage ?? '' }, { shouldFocus: true })
  }
  const submit = form.handleSubmit((names) => {
    const sent = form.getValues()
    const changed = {
      ...(names.name !== name && { name: names.name }),
      ...(names.nameRo !== nameRo && { nameRo: names.nameRo }),
    }
    mutate(base ? { of: base, changed } : { names }, {
      onSuccess(saved) {
        const now = form.getValues()
        if (now.name === sent.name && now.nameRo === sent.nameRo) onDone()
        else setBase(saved)
      },
      onError: refused,
    })
  })
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
        <Button variant="outline" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" pending={isPending}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}
