import { type ComponentProps, useId } from 'react'
import { LANGUAGES } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import { chooseTheme, LANGUAGE_NAMES, LanguageChoice, theme } from '../../lib/browser/preferences.tsx'
import { SwitchCard } from '../../lib/settings/change-settings.tsx'
import { Button, ChoiceChips, SelectField, TextField, TimeInput, useTranslation } from '../../ui/index.ts'
import { useAddresses } from '../codes/index.ts'
import { StationRows } from './named-rows.tsx'
import { GUEST_SWITCHES, NumberField, RESTAURANT_TEXT_NAMES, useSetting, useSettingsForm } from './settings-form.tsx'

const INPUTS: Partial<Record<keyof typeof RESTAURANT_TEXTS, ComponentProps<'input'>>> = {
  restaurantName: { autoComplete: 'organization' },
  restaurantAddress: { autoComplete: 'street-address' },
  restaurantPhone: { type: 'tel', autoComplete: 'tel' },
}

/** Texts, public address, start of the business day, switches and kitchen (docs/product/settings.md#settings-restaurant). */
export function RestaurantSettings() {
  const { t } = useTranslation()
  const { register } = useSettingsForm()
  return (
    <>
      <p className="text-sm text-muted">{t('settings.restaurantHint')}</p>
      {RESTAURANT_TEXT_NAMES.map((name) => (
        <TextField
          key={name}
          label={t(`settings.${name}`)}
          {...register(name)}
          maxLength={RESTAURANT_TEXTS[name]}
          {...INPUTS[name]}
        />
      ))}
      <PublicAddress />
      <TextField
        as={TimeInput}
        label={t('settings.businessDayStart')}
        hint={t('settings.businessDayStartHint')}
        {...register('businessDayStart')}
        maxLength={5}
        placeholder="04:00"
      />
      {GUEST_SWITCHES.map((name) => (
        <GuestSwitch key={name} name={name} />
      ))}
      <KitchenSettings />
    </>
  )
}

/** The address in the codes; below it the machine's addresses in its network, each a button that fills the field. */
function PublicAddress() {
  const { t } = useTranslation()
  const { form, register } = useSettingsForm()
  const { data: addresses } = useAddresses()
  const isFixed = addresses?.isFixed === true
  return (
    <div>
      <TextField
        key={String(isFixed)}
        label={t('settings.publicAddress')}
        hint={t(isFixed ? 'settings.publicAddressFixed' : 'settings.publicAddressHint')}
        {...(isFixed
          ? { value: addresses.origin, readOnly: true, className: 'bg-sunk text-muted' }
          : register('publicAddress'))}
        type="url"
        inputMode="url"
        maxLength={200}
        placeholder="https://menu.example.ro"
      />
      {addresses && !isFixed && addresses.network.length > 0 && (
        <div className="mt-2">
          <p className="text-sm text-muted">{t('settings.publicAddressNetwork')}</p>
          <div className="mt-1.5 flex flex-wrap gap-2">
            {addresses.network.map((address) => (
              <Button
                key={address}
                variant="outline"
                size="small"
                className="break-all"
                onClick={() => form.setValue('publicAddress', address, { shouldDirty: true })}
              >
                {address}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function GuestSwitch({ name }: { name: (typeof GUEST_SWITCHES)[number] }) {
  const [isOn, setOn] = useSetting(name)
  return <SwitchCard name={name} isOn={isOn} onChange={setOn} />
}

/** The stations of the kitchen, and when an order is late (docs/product/settings.md#settings-stations). */
function KitchenSettings() {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-1 flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h3 id={titleId} className="text-base font-bold">
          {t('settings.kitchen.title')}
        </h3>
        <p className="mt-1 text-sm text-muted">{t('settings.kitchen.hint')}</p>
      </div>
      <StationRows />
      <div className="grid gap-4 sm:grid-cols-2">
        {(['fills', 'late'] as const).map((name, i) => (
          <NumberField
            key={name}
            name={`kitchenMinutes.${i}`}
            label={t(`settings.kitchen.${name}`)}
            hint={t(`settings.kitchen.${name}Hint`)}
          />
        ))}
      </div>
    </section>
  )
}

export function CurrencySettings() {
  const { t } = useTranslation()
  const [currency, setCurrency] = useSetting('currency')
  return (
    <SelectField
      label={t('settings.currencyLabel')}
      hint={t('settings.currencyHint')}
      value={currency}
      onValueChange={setCurrency}
      options={CURRENCIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
    />
  )
}

/** The restaurant's language; below it what is chosen for this browser alone, at once: language and appearance. */
export function LanguageSettings() {
  const { t } = useTranslation()
  const [language, setLanguage] = useSetting('language')
  return (
    <>
      <SelectField
        label={t('settings.languageLabel')}
        hint={t('settings.languageHint')}
        value={language}
        onValueChange={setLanguage}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-5">
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
    </>
  )
}
