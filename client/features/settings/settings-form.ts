import type { FieldValues, Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Settings, SettingsChange } from '#shared/contracts/settings.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { useChangeForm } from '../../lib/api/use-change-form.ts'
import { toast } from '../../ui/toast/store.ts'
import { useChangeSettings } from './change-settings.ts'

/**
 * A form of settings.
 * @param valuesOf what its fields show of the settings
 */
export function useSettingsForm<Typed extends FieldValues>(
  resolver: Resolver<Typed, unknown, SettingsChange>,
  valuesOf: (settings: Settings) => Typed,
) {
  const { t } = useTranslation()
  // Said also where the form is left before the answer comes.
  const { mutate, isPending } = useChangeSettings(() => toast({ title: t('settings.saved') }))
  return { ...useChangeForm({ resolver, held: useSettings(), valuesOf, save: mutate }), isPending }
}
