import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#shared/domain/language.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { chooseLanguage } from '../words/language.ts'
import { useLanguage } from '../words/use-language.ts'
import { chooseTheme, useTheme } from './theme.ts'

const NAMES = { en: 'English', ro: 'Română' } as const
const OPTIONS = LANGUAGES.map((value) => ({ value, name: NAMES[value] }))

/** The switch between English and Romanian, bound to this browser's choice. */
export function LanguageChoice() {
  const { t } = useTranslation()
  return (
    <LanguageSwitch value={useLanguage()} options={OPTIONS} onChange={chooseLanguage} label={t('common.language')} />
  )
}

/** The switch of themes, bound to this browser's choice. */
export function ThemeChoice({ className }: { className?: string }) {
  return <ThemeSwitch value={useTheme()} onChange={chooseTheme} className={className} />
}
