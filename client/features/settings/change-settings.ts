import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeSettings, type SettingsChange } from '#shared/contracts/settings.ts'
import { settingsKey } from '../../entities/settings/index.ts'
import { ANSWER_WITHIN_MS } from '../../lib/api/answer-within.ts'
import { callApi } from '../../lib/api/api.ts'
import { chooseLanguage } from '../../lib/words/language.ts'
import { toast } from '../../ui/toast/store.ts'

/** Changes settings of the restaurant. A new language also becomes this browser's choice. */
export function useChangeSettings(onSaved?: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingsChange) => callApi(changeSettings, { body, timeout: ANSWER_WITHIN_MS }),
    onSuccess(settings, { language }) {
      queryClient.setQueryData(settingsKey, settings)
      if (language) chooseLanguage(language)
      onSaved?.()
      void queryClient.invalidateQueries({ queryKey: settingsKey })
    },
    onError: () => toast({ variant: 'destructive', title: t('common.error'), description: t('settings.updateFailed') }),
  })
}
