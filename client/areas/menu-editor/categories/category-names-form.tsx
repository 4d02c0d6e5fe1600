import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX, createCategory } from '#shared/contracts/menu/menu-editing.ts'
import { nameIn } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import { stationIdOf } from '#shared/domain/stations.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { useSaveCategory } from './category-calls.ts'

interface CategoryNamesFormProps {
  /** Null to add a category. */
  category: MenuCategory | null
  label: string
  saveLabel: string
  onDone: (saved: MenuCategory) => void
  onCancel: () => void
}

const NAME_TAKEN_CODES = ['category_exists', 'category_name_taken']
const FIELDS = ['name', 'nameRo', 'stationId'] as const
const NO_NAMES = { name: '', nameRo: '' }

/** The form for both names of a category, and for its station if there is a choice. Enter saves, Esc cancels; input made during a save stays. */
export function CategoryNamesForm({ category, label, saveLabel, onDone, onCancel }: CategoryNamesFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const errorText = useFieldError()
  /** The category as last received; only what differs from it is sent. */
  const [base, setBase] = useState(category)
  const { name, nameRo } = base ?? NO_NAMES
  const { stations = [] } = useSettings()
  const stationId = stationIdOf(stations, base?.stationId ?? null)
  const form = useForm({
    resolver: zodResolver(z.extend(createCategory.body, { stationId: z.int() })),
    defaultValues: { name, nameRo, stationId },
  })
  const { errors } = form.formState
  const { mutate, isPending } = useSaveCategory()
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form])
  const showNameTaken = (error: Error) => {
    if (!(error instanceof RequestError) || !error.code || !NAME_TAKEN_CODES.includes(error.code)) return
    form.setError('name', { type: 'server', message: error.serverMessage ?? '' }, { shouldFocus: true })
  }
  const submit = form.handleSubmit((names) => {
    const sent = form.getValues()
    const changed = {
      ...(names.name !== name && { name: names.name }),
      ...(names.nameRo !== nameRo && { nameRo: names.nameRo }),
      ...(names.stationId !== stationId && { stationId: names.stationId }),
    }
    const added = { ...pick(names, ['name', 'nameRo']), ...pick(changed, ['stationId']) }
    mutate(base ? { category: base, changed } : { names: added }, {
      onSuccess(saved) {
        const current = form.getValues()
        if (FIELDS.every((field) => current[field] === sent[field])) onDone(saved)
        else setBase(saved)
      },
      onError: showNameTaken,
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
      <Field label={t('menuEditor.categories.name')} error={errorText(errors.name)}>
        {(control) => (
          <TextInput {...control} {...form.register('name')} autoComplete="off" maxLength={CATEGORY_NAME_MAX} />
        )}
      </Field>
      <Field label={t('menuEditor.categories.nameRo')} error={errorText(errors.nameRo)}>
        {(control) => (
          <TextInput {...control} {...form.register('nameRo')} autoComplete="off" maxLength={CATEGORY_NAME_MAX} />
        )}
      </Field>
      {stations.length > 1 && (
        <Field label={t('menuEditor.categories.station')} hint={t('menuEditor.categories.stationHint')}>
          {({ id }) => (
            <Controller
              name="stationId"
              control={form.control}
              render={({ field: { value, onChange } }) => (
                <Select
                  id={id}
                  value={value}
                  onValueChange={onChange}
                  options={stations.map((station) => ({ value: station.id, label: nameIn(language, station) }))}
                />
              )}
            />
          )}
        </Field>
      )}
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
