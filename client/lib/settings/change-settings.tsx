import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getBeforeService } from '#shared/contracts/before-service.ts'
import { changeSettings, type SettingsChange } from '#shared/contracts/settings.ts'
import { getWhatsapp } from '#shared/contracts/whatsapp.ts'
import type { GuestSwitchName } from '#shared/domain/settings.ts'
import { Switch } from '../../ui/inputs/switch.tsx'
import { language, t } from '../../ui/translation.ts'
import { callApi } from '../api/api.ts'
import { areaKey, queryClient } from '../api/query.ts'
import { RequestError } from '../api/request-error.ts'
import { useOwnerChange } from '../changes/refetching.ts'
import { ifMatch, sendChange, toastFailure } from '../changes/send-change.ts'
import { chooseLanguage, chosenLanguage } from '../words/load-words.ts'
import { settingsKey, useSettings } from './settings.ts'

/** The prefix of the query keys that are refetched on CHANGED `service`. */
export const serviceKey = areaKey('service')

export const whatsappQuery = {
  queryKey: [...serviceKey, getWhatsapp.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getWhatsapp, { signal }),
}

export function useWhatsapp() {
  return useQuery(whatsappQuery)
}

export const beforeServiceKey = [...serviceKey, getBeforeService.path] as const

/** The server's checks before service; refetched each time the screen opens. */
export function useBeforeService() {
  // The server's sentences are in the language of the request.
  return useQuery({
    queryKey: [...beforeServiceKey, language],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getBeforeService, { signal }),
    refetchOnMount: 'always',
  })
}

/** Says that settings were not changed, and why. */
export function toastNotChanged(error: unknown, title?: string): void {
  if (title) toastFailure(title, error)
  else toastFailure(t('common.error'), error, t('settings.updateFailed'))
}

/**
 * Changes settings. A new language also becomes this browser's choice if it had none.
 * @param failureTitle null where a form says itself what failed
 */
export function useChangeSettings(onSaved?: () => void, failureTitle?: string | null) {
  return useOwnerChange({
    mutationFn: ({ version, ...body }: SettingsChange & { version?: number | undefined }) =>
      sendChange(changeSettings, { body, headers: version === undefined ? undefined : ifMatch({ version }) }),
    onSuccess(settings, { language }) {
      queryClient.setQueryData(settingsKey, settings)
      if (language && !chosenLanguage()) void chooseLanguage(language)
      onSaved?.()
    },
    onError(error) {
      void queryClient.invalidateQueries({ queryKey: settingsKey })
      // The form shows what has changed.
      if (error instanceof RequestError && error.code === 'settings_changed') return
      if (failureTitle !== null) toastNotChanged(error, failureTitle)
    },
    // The checks depend on the settings; without a live connection, no announcement is received.
    refetch: [serviceKey],
  })
}

interface SwitchCardProps {
  name: GuestSwitchName | 'registration'
  isOn: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

export function SwitchCard({ name, isOn, disabled, onChange }: SwitchCardProps) {
  const isCalls = name === 'tableCalls'
  return (
    <div className="max-w-2xl card-face px-5 py-3">
      <Switch
        label={t(isCalls ? 'tables.calls.label' : `settings.${name}.label`)}
        hint={t(isCalls ? (isOn ? 'tables.calls.on' : 'tables.calls.off') : `settings.${name}.hint`)}
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </div>
  )
}

/** A switch that applies at once. */
export function SettingSwitch({ name, failureTitle }: Pick<SwitchCardProps, 'name'> & { failureTitle?: string }) {
  const isOn = useSettings()[name] ?? true
  const { mutate, isPending } = useChangeSettings(undefined, failureTitle)
  return <SwitchCard name={name} isOn={isOn} disabled={isPending} onChange={(on) => mutate({ [name]: on })} />
}
