import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { STATION_NAME_MAX, sentStationSchema } from '#shared/contracts/settings.ts'
import type { Station } from '#shared/domain/stations.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { useStayOpen } from '../../../ui/overlays/stay-open.ts'
import { Button } from '../../../ui/parts/button.tsx'

interface StationFormProps {
  /** Null to add a station. */
  station: Station | null
  label: string
  isPending: boolean
  onSave: (names: Pick<Station, 'name' | 'nameRo'>) => void
  onCancel: () => void
}

/** The form for both names of a station. */
export function StationForm({ station, label, isPending, onSave, onCancel }: StationFormProps) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { name, nameRo } = station ?? { name: '', nameRo: '' }
  const form = useForm({ resolver: zodResolver(sentStationSchema), defaultValues: { name, nameRo } })
  const { errors, isDirty } = form.formState
  useStayOpen(isDirty)
  useEffect(() => form.setFocus('name', { shouldSelect: true }), [form])
  const submit = form.handleSubmit((names) => onSave({ name: names.name, nameRo: names.nameRo }))
  return (
    <form
      noValidate
      aria-label={label}
      className="space-y-3 rounded-[14px] bg-sunk p-3"
      onSubmit={(event) => void submit(event)}
    >
      {(['name', 'nameRo'] as const).map((field) => (
        <Field key={field} label={t(`settings.kitchen.${field}`)} error={fieldError(errors[field])}>
          {(control) => (
            <TextInput {...control} {...form.register(field)} autoComplete="off" maxLength={STATION_NAME_MAX} />
          )}
        </Field>
      ))}
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" pending={isPending}>
          {t('settings.kitchen.setNames')}
        </Button>
      </div>
    </form>
  )
}
