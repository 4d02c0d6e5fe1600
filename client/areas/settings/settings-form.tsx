import type { ReactNode } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Settings, SettingsChange } from '#shared/contracts/settings.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button } from '../../ui/parts/button.tsx'
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

/** The end of each form of settings: its button stays in sight while a long form is scrolled. */
export function SaveBar({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <div data-bottom-bar="" className="sticky -bottom-5 z-1 -mx-5 bg-paper px-5 py-3 sm:-mx-6 sm:px-6">
      <Button type="submit" pending={pending} className="w-full">
        {children}
      </Button>
    </div>
  )
}
