import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#shared/domain/language.ts'
import { LANGUAGE_NAMES, LanguageChoice } from '../../lib/browser/preferences.tsx'
import { useChangeSettings } from '../../lib/settings/change-settings.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'

/** The restaurant's language, and that of the dashboard in this browser. */
export function LanguageSettings() {
  const { t } = useTranslation()
  const { language } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  return (
    <div className="space-y-6">
      <Field label={t('settings.languageLabel')} hint={t('settings.languageHint')}>
        {({ id }) => (
          <Select
            id={id}
            value={language}
            disabled={isPending}
            onValueChange={(chosen) => mutate({ language: chosen })}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-5">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm font-semibold">{t('settings.ownLanguage')}</p>
          <p className="mt-0.5 text-sm text-muted">{t('settings.ownLanguageHint')}</p>
        </div>
        <LanguageChoice />
      </div>
    </div>
  )
}
