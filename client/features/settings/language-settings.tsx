import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#shared/domain/language.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { useChangeSettings } from './settings-calls.ts'

// Each name is in its own language, for people who cannot read the other one.
const NAMES = { en: 'English', ro: 'Română' } as const

export function LanguageSettings() {
  const { t } = useTranslation()
  const { language } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  return (
    <Field label={t('settings.languageLabel')} hint={t('settings.languageHint')}>
      {({ id }) => (
        <Select
          id={id}
          value={language}
          disabled={isPending}
          onValueChange={(chosen) => mutate({ language: chosen })}
          options={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
        />
      )}
    </Field>
  )
}
