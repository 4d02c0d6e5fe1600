import { useState } from 'react'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import { cx } from '../../ui/cx.ts'
import { language, t } from '../../ui/translation.ts'
import { chooseLanguage } from '../words/load-words.ts'
import { createValue, storedWord } from './storage.ts'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const storedChoice = storedWord<Theme>('theme', THEMES)
// At first as the server renders it.
export const theme = createValue<Theme>('system')
theme.set(storedChoice.read() ?? 'system')

/** Shows the chosen theme, and follows the system's as long as nothing else was chosen. */
export function startTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  applyTheme()
}

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen)
  storedChoice.write(chosen === 'system' ? undefined : chosen)
  applyTheme()
}

function applyTheme(): void {
  const chosen = theme.get()
  const dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#17120e' : '#fbf7f2')
}

/** Each in its own language, for people who cannot read the other one. */
export const LANGUAGE_NAMES = { en: 'English', ro: 'Română' } as const

interface LanguageSwitchProps {
  value: Language
  onChange: (language: Language) => void
  label: string
  names?: Readonly<Record<Language, string>>
}

/** The choice that is under way, by which staff's page is made anew: the button then has the focus again. */
let underWay: Language | undefined

/** Whether the page is made anew because somebody chose a language: the menu with the choice is open again then. */
export const isLanguageChosen = () => underWay !== undefined

export function LanguageSwitch({ value, onChange, label, names = LANGUAGE_NAMES }: LanguageSwitchProps) {
  return (
    <fieldset className="inline-flex shrink-0 rounded-full border border-edge bg-card p-[3px]">
      <legend className="sr-only">{label}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-label={names[language]}
          aria-pressed={language === value}
          // biome-ignore lint/a11y/noAutofocus: it had the focus before
          autoFocus={language === underWay}
          onClick={() => onChange(language)}
          className={cx(
            'touch h-8 min-w-7 rounded-full px-1 font-bold text-small uppercase min-[26rem]:min-w-10',
            language === value ? 'bg-ink text-paper' : 'text-muted hover:text-ink',
          )}
        >
          {language}
        </button>
      ))}
    </fieldset>
  )
}

/** English or Romanian, of this browser. It shows the choice at once; the texts follow when they are loaded. */
export function LanguageChoice() {
  const [chosen, setChosen] = useState<Language>()
  const choose = (next: Language) => {
    setChosen(next)
    underWay = next
    void chooseLanguage(next).then(() => {
      setChosen(undefined)
      underWay = undefined
    })
  }
  return <LanguageSwitch value={chosen ?? language} onChange={choose} label={t('common.language')} />
}
