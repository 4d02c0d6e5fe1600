import { useRef } from 'react'
import { type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { SettingsChange } from '#shared/contracts/settings.ts'
import { RequestError } from '../../lib/request-error.ts'
import { toast } from '../../ui/toast/store.ts'
import { useChangeSettings } from './change-settings.ts'

/**
 * A form of settings. A field in which nobody has typed shows what holds, also what another owner saves meanwhile. Only
 * the other fields are sent, and what is typed while they are being saved stays.
 * @param values what holds
 */
export function useSettingsForm<Typed extends FieldValues>(
  resolver: Resolver<Typed, unknown, SettingsChange>,
  values: Typed,
) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeSettings()
  const form = useForm({ resolver, values, resetOptions: { keepDirtyValues: true } })
  const { dirtyFields, errors } = form.formState
  const holding = useRef(values)
  holding.current = values

  const submit = form.handleSubmit((change) => {
    const names = Object.keys(dirtyFields) as Path<Typed>[]
    const typed = form.getValues()
    const sent = Object.fromEntries(Object.entries(change).filter(([name]) => names.includes(name as Path<Typed>)))
    mutate(sent, {
      onSuccess() {
        toast({ title: t('settings.saved') })
        for (const name of names) {
          if (form.getValues(name) === typed[name]) form.resetField(name, { defaultValue: holding.current[name] })
        }
      },
      onError(error) {
        if (!(error instanceof RequestError)) return
        for (const { path, message } of error.issues) form.setError(path as Path<Typed>, { type: 'server', message })
      },
    })
  })
  return { form, errors, submit, isPending }
}
