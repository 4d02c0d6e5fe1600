import { LANGUAGES } from '#shared/domain/language.ts'
import { chooseTheme, LANGUAGE_NAMES, LanguageChoice, theme } from '../../lib/browser/preferences.tsx'
import { ChoiceChips, useTranslation } from '../../ui/index.ts'
import { ChoiceForm } from './settings-form.tsx'

/** The restaurant's language; below it what is chosen for this browser alone, at once: language and appearance. */
export function LanguageSettings() {
  const { t } = useTranslation()
  return (
    <div className="space-y-6">
      <ChoiceForm name="language" options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-5">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm font-semibold">{t('settings.ownLanguage')}</p>
          <p className="mt-0.5 text-sm text-muted">{t('settings.ownLanguageHint')}</p>
        </div>
        <LanguageChoice />
      </div>
      <ChoiceChips
        label={t('settings.theme')}
        value={theme.use()}
        onChange={chooseTheme}
        options={[
          { value: 'system', label: t('common.themeSystem') },
          { value: 'light', label: t('common.themeLight') },
          { value: 'dark', label: t('common.themeDark') },
        ]}
      />
    </div>
  )
}
