import { useCallback } from 'react'
import { changeSettings, type SettingsChange } from '#shared/contracts/settings.ts'
import { i18n } from '../../ui/translation.ts'
import { queryClient } from '../api/query.ts'
import { sendChange } from '../changes/send-change.ts'
import { toastFailure } from '../changes/toast-failure.ts'
import { useOwnerChange } from '../changes/use-owner-change.ts'
import { serviceKey } from '../service/service.ts'
import { chosenLanguage } from '../words/language.ts'
import { chooseLanguage } from '../words/load-words.ts'
import { settingsKey } from './settings.ts'

/** Changes settings. A new language also becomes this browser's choice if it had none. */
export function useChangeSettings(onSaved?: () => void, failureTitle?: string) {
  return useOwnerChange({
    mutationFn: (body: SettingsChange) => sendChange(changeSettings, { body }),
    onSuccess(settings, { language }) {
      queryClient.setQueryData(settingsKey, settings)
      if (language && !chosenLanguage()) void chooseLanguage(language)
      onSaved?.()
    },
    onError: (error) =>
      failureTitle
        ? toastFailure(failureTitle, error)
        : toastFailure(i18n.t('common.error'), error, i18n.t('settings.updateFailed')),
    // The checks depend on the settings; without a live connection, no announcement is received.
    refetch: [settingsKey, serviceKey],
  })
}

export function useSetNoTables(): (noTables: boolean) => void {
  const { mutate } = useChangeSettings()
  return useCallback((noTables) => mutate({ noTables }), [mutate])
}

export function useSetRegistration(): (registration: boolean) => void {
  const { mutate } = useChangeSettings()
  return useCallback((registration) => mutate({ registration }), [mutate])
}

export function useSetPayments(): (payments: boolean) => void {
  const { mutate } = useChangeSettings()
  return useCallback((payments) => mutate({ payments }), [mutate])
}

/** Stores for the restaurant whether the list of first steps is put away. */
export function usePutStepsAway(): (isAway: boolean) => void {
  const { mutate } = useChangeSettings()
  return useCallback((firstStepsAway) => mutate({ firstStepsAway }), [mutate])
}
