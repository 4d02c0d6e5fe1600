import type { FieldValues, Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Settings, SettingsChange } from '#shared/contracts/settings.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { toast } from '../../ui/toast/store.ts'
import { useChangeSettings } from './settings-calls.ts'

/**
 * The state of a form of settings.
 * @param name of the form's draft
 * @param valuesOf returns the form's values for the settings
 */
export function useSettingsForm<Typed extends FieldValues>(
  name: string,
  resolver: Resolver<Typed, unknown, SettingsChange>,
  valuesOf: (settings: Settings) => Typed,
) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeSettings()
  return useEditor({
    name: `settings.${name}`,
    resolver,
    saved: useSettings(),
    valuesOf,
    follows: true,
    change: ({ changed }) => mutateAsync(changed),
    onSaved: () => toast({ title: t('settings.saved') }),
  })
}
