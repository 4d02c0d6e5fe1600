import { useTranslation } from 'react-i18next'
import type { AllergenCode } from '#shared/domain/menu/allergens.ts'
import { useLanguage } from '../../lib/words/use-language.ts'

/** A function that returns the names of allergens as a comma-separated list for use inside a sentence. */
export function useAllergenNames(): (codes: readonly AllergenCode[]) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  return (codes) => codes.map((code) => t(`menu.allergens.${code}`).toLocaleLowerCase(language)).join(', ')
}
