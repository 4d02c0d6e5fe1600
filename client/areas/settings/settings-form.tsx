import type { ReactNode } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Settings, SettingsChange } from '#shared/contracts/settings.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button } from '../../ui/parts/button.tsx'
import { toast } from '../../ui/toast/store.ts'

/**
 * The state of a form of settings.
 * @param name of the form's draft
 * @param valuesOf returns the form's values for the settings
 * @param options.changeOf returns what to send, by default the changed fields
 */
export function useSettingsForm<Typed extends FieldValues, Input extends object>(
  name: string,
  resolver: Resolver<Typed, unknown, Input>,
  valuesOf: (settings: Settings) => Typed,
  options: { changeOf?: (input: Input) => SettingsChange; onSaved?: () => void } = {},
) {
  const { t } = useTranslation()
  const { mutateAsync } = useChangeSettings(options.onSaved)
  return useEditor<Typed, Input, Settings>({
    name: `settings.${name}`,
    resolver,
    saved: useSettings(),
    valuesOf,
    follows: true,
    change: ({ changed, input }) => mutateAsync(options.changeOf?.(input) ?? changed),
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
