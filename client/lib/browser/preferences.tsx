import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { chooseLanguage } from '../words/change-language.ts'
import { useLanguage } from '../words/use-language.ts'
import { chooseTheme, useTheme } from './theme.ts'

const NAMES = { en: 'English', ro: 'Română' } as const
const OPTIONS = LANGUAGES.map((value) => ({ value, name: NAMES[value] }))

/**
 * The switch between English and Romanian, bound to this browser's choice. It shows the choice at once; the texts
 * follow, all together, when they are loaded.
 */
export function LanguageChoice() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [chosen, setChosen] = useState<Language>()
  const choose = (next: Language) => {
    setChosen(next)
    void chooseLanguage(next).then(() => setChosen(undefined))
  }
  return <LanguageSwitch value={chosen ?? language} options={OPTIONS} onChange={choose} label={t('common.language')} />
}

/** The switch of themes, bound to this browser's choice. */
export function ThemeChoice({ className }: { className?: string }) {
  return <ThemeSwitch value={useTheme()} onChange={chooseTheme} className={className} />
}
