import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings, type SettingsChange } from '#shared/contracts/settings.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { serviceKey } from '../../lib/service/service.ts'
import { settingsKey } from '../../lib/settings/settings.ts'
import { chosenLanguage } from '../../lib/words/language.ts'
import { chooseLanguage } from '../../lib/words/load-words.ts'

/** Changes settings of the restaurant. A new language also becomes this browser's choice if it had none. */
export function useChangeSettings(onSaved?: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    mutationFn: (body: SettingsChange) => sendChange(changeSettings, { body }),
    onSuccess(settings, { language }) {
      queryClient.setQueryData(settingsKey, settings)
      if (language && !chosenLanguage()) void chooseLanguage(language)
      onSaved?.()
      void queryClient.invalidateQueries({ queryKey: settingsKey })
      // The checks depend on the settings; without a live connection, no announcement is received.
      void queryClient.invalidateQueries({ queryKey: serviceKey })
    },
    onError: (error) => toastFailure(t('common.error'), error, t('settings.updateFailed')),
  })
}

/** Stores whether the restaurant has no tables. */
export function useSetNoTables(): (noTables: boolean) => void {
  const { mutate } = useChangeSettings()
  return useCallback((noTables) => mutate({ noTables }), [mutate])
}

/** Stores for the restaurant whether the list of first steps is put away. */
export function usePutStepsAway(): (isAway: boolean) => void {
  const { mutate } = useChangeSettings()
  return useCallback((firstStepsAway) => mutate({ firstStepsAway }), [mutate])
}
