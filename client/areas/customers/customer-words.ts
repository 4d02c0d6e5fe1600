import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatMoment } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/use-language.ts'

/** Formats customers' names and moments for all parts of the tab. */
export function useCustomerFormat() {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const language = useLanguage()
  return {
    nameOf: ({ name }: { name: string }) => name || t('customers.noName'),
    momentOf: (moment: string | null) =>
      moment === null ? t('customers.never') : formatMoment(moment, timeZone, language),
  }
}
