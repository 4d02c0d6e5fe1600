import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { type Settings, settingsChangeSchema } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { mapValues, pick } from '#shared/domain/objects.ts'
import { RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import { chooseTheme, LANGUAGE_NAMES, LanguageChoice, theme } from '../../lib/browser/preferences.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { Button, ChoiceChips, Field, TextInput, TimeInput, useTranslation } from '../../ui/index.ts'
import { useAddresses } from '../codes/index.ts'
import { ChoiceForm, SettingsForm, useSettingsForm } from './settings-form.tsx'

const RESTAURANT_TEXT_NAMES = Object.keys(RESTAURANT_TEXTS) as (keyof typeof RESTAURANT_TEXTS)[]
const FIELDS = [...RESTAURANT_TEXT_NAMES, 'publicAddress', 'businessDayStart'] as const
type FieldName = (typeof FIELDS)[number]

const MAX_LENGTHS: Record<FieldName, number> = { ...RESTAURANT_TEXTS, publicAddress: 200, businessDayStart: 5 }
const INPUTS: Partial<Record<FieldName, ComponentProps<'input'>>> = {
  restaurantName: { autoComplete: 'organization' },
  restaurantAddress: { autoComplete: 'street-address' },
  restaurantPhone: { type: 'tel', autoComplete: 'tel' },
  publicAddress: { type: 'url', inputMode: 'url', placeholder: 'https://menu.example.ro' },
  businessDayStart: { placeholder: '04:00' },
}

const resolver = zodResolver(
  z.pick(settingsChangeSchema, {
    ...mapValues(RESTAURANT_TEXTS, () => true as const),
    publicAddress: true,
    businessDayStart: true,
  }),
)

const valuesOf = (settings: Settings): Record<FieldName, string> => ({
  ...mapValues(pick(settings, RESTAURANT_TEXT_NAMES), (value) => value ?? ''),
  publicAddress: settings.publicAddress ?? '',
  businessDayStart: settings.businessDayStart ?? '',
})

/** Texts, public address and start of the business day (docs/product/settings.md#settings-restaurant). */
export function RestaurantSettings() {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { data: addresses } = useAddresses()
  const fixed = addresses?.isFixed ? addresses.origin : undefined
  const hints: Partial<Record<FieldName, string>> = {
    publicAddress: t(fixed === undefined ? 'settings.publicAddressHint' : 'settings.publicAddressFixed'),
    businessDayStart: t('settings.businessDayStartHint'),
  }
  const editor = useSettingsForm('restaurant', resolver, valuesOf)
  const { form, errors } = editor
  return (
    <SettingsForm editor={editor}>
      <p className="text-sm text-muted">{t('settings.restaurantHint')}</p>
      {FIELDS.map((name) => (
        <div key={name}>
          <Field label={t(`settings.${name}`)} error={fieldError(errors[name])} hint={hints[name]}>
            {(control) => {
              if (name === 'publicAddress' && fixed !== undefined)
                return <TextInput key="fixed" {...control} value={fixed} readOnly className="bg-sunk text-muted" />
              const Input = name === 'businessDayStart' ? TimeInput : TextInput
              return <Input {...control} {...form.register(name)} maxLength={MAX_LENGTHS[name]} {...INPUTS[name]} />
            }}
          </Field>
          {name === 'publicAddress' && fixed === undefined && addresses && addresses.network.length > 0 && (
            <NetworkAddresses
              network={addresses.network}
              onChoose={(address) => form.setValue('publicAddress', address, { shouldDirty: true })}
            />
          )}
        </div>
      ))}
    </SettingsForm>
  )
}

/** The machine's addresses in its network, each a button that fills the field. */
function NetworkAddresses({ network, onChoose }: { network: readonly string[]; onChoose: (address: string) => void }) {
  const { t } = useTranslation()
  return (
    <div className="mt-2">
      <p className="text-sm text-muted">{t('settings.publicAddressNetwork')}</p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {network.map((address) => (
          <Button key={address} variant="outline" size="small" className="break-all" onClick={() => onChoose(address)}>
            {address}
          </Button>
        ))}
      </div>
    </div>
  )
}

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
