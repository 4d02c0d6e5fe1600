import { useTranslation } from 'react-i18next'

/** Words for what is wrong with a field: the contracts name a translation key, or nothing where only one rule exists. */
export function useIssueText(): (issue: { message?: string } | undefined) => string | undefined {
  const { t, i18n } = useTranslation()
  return (issue) => {
    if (!issue) return undefined
    const key = issue.message ?? ''
    return i18n.exists(key) ? String(i18n.t(key as 'errors.invalid_input')) : t('errors.invalid_input')
  }
}
