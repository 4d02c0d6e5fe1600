import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** Says a field's error in the person's language: contracts give translation keys, the server gives its own words. */
export function useFieldError(): (
  error: { message?: string; type?: string | number } | undefined,
) => string | undefined {
  const { t, i18n } = useTranslation()
  return useCallback(
    (error) => {
      if (!error) return undefined
      const { message, type } = error
      if (type === 'server' && message) return message
      // A key arrives here as plain text, out of reach of the compiler.
      return message && i18n.exists(message) ? i18n.t(message as 'nameRequired') : t('errors.invalid_input')
    },
    [t, i18n],
  )
}
