import { type FormEvent, useRef, useState } from 'react'
import { LANGUAGES } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import { storedDraft } from '../../lib/browser/draft.ts'
import { LANGUAGE_NAMES } from '../../lib/browser/preferences.tsx'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { Button, ChoiceChips, TextField, useTranslation } from '../../ui/index.ts'

/** What was typed, across a reload. */
const typedName = storedDraft('restaurantName', 1, (value) => (typeof value === 'string' ? value : undefined), 'tab')

/** The first step's form: the restaurant's name, language and currency together. */
export function NameForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const { mutate, isPending } = useChangeSettings(() => {
    typedName.clear()
    onSaved()
  })
  const [name, setName] = useState(() => typedName.read() ?? settings.restaurantName ?? '')
  // Until the restaurant has a name nobody has chosen its language: the owner's is offered.
  const [language, setLanguage] = useState(() => (settings.restaurantName ? settings.language : currentLanguage()))
  const [currency, setCurrency] = useState(settings.currency)
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') return input.current?.focus()
    mutate({ restaurantName: name, language, currency })
  }
  return (
    <form noValidate className="flex flex-wrap items-start gap-x-5 gap-y-3.5" onSubmit={save}>
      <TextField
        label={t('settings.restaurantName')}
        error={isMissing ? t('firstSteps.name.required') : undefined}
        fieldClass="min-w-0 flex-1 basis-64"
        ref={input}
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          typedName.write(event.target.value)
        }}
        autoComplete="organization"
        maxLength={RESTAURANT_TEXTS.restaurantName}
      />
      <ChoiceChips
        label={t('common.language')}
        value={language}
        onChange={setLanguage}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <ChoiceChips
        label={t('firstSteps.name.currency')}
        value={currency}
        onChange={setCurrency}
        options={CURRENCIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
      />
      <Button type="submit" pending={isPending} className="min-h-[46px]! max-sm:w-full sm:mt-[25px]">
        {t('common.save')}
      </Button>
    </form>
  )
}
