import { useTranslation } from 'react-i18next'
import type { AllergenWarning } from '#shared/domain/menu/allergens.ts'
import { useAllergenNames } from './use-allergen-names.ts'

/** A function that returns the words of a warning on a dish. */
export function useWarningText(): (warning: AllergenWarning) => string {
  const { t } = useTranslation()
  const names = useAllergenNames()
  return (warning) => {
    if (warning.kind === 'contains') return t('menu.contains', { names: names(warning.codes) })
    return warning.kind === 'undeclared'
      ? t('menu.allergensUndeclared')
      : t('menu.allergensText', { text: warning.text })
  }
}
