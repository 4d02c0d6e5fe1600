import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { type Settings, settingsChangeSchema } from '#shared/contracts/settings.ts'
import { useAddresses } from '../../entities/codes/index.ts'
import { useFieldError } from '../../lib/api/field-error.ts'
import { Field, TextInput } from '../../ui/inputs/field.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { useSettingsForm } from './settings-form.ts'

const FIELDS = [
  ['restaurantName', { autoComplete: 'organization', maxLength: 80 }],
  ['restaurantAddress', { autoComplete: 'street-address', maxLength: 200 }],
  ['restaurantPhone', { type: 'tel', autoComplete: 'tel', maxLength: 40 }],
  ['legalName', { autoComplete: 'off', maxLength: 120 }],
  ['taxNumber', { autoComplete: 'off', maxLength: 20 }],
  [
    'publicAddress',
    { type: 'url', inputMode: 'url', autoComplete: 'off', maxLength: 200, placeholder: 'https://menu.example.ro' },
  ],
  ['businessDayStart', { autoComplete: 'off', inputMode: 'numeric', maxLength: 5, placeholder: '04:00' }],
] as const satisfies [string, ComponentProps<'input'>][]

const resolver = zodResolver(
  z.pick(settingsChangeSchema, {
    restaurantName: true,
    restaurantAddress: true,
    restaurantPhone: true,
    legalName: true,
    taxNumber: true,
    publicAddress: true,
    businessDayStart: true,
  }),
)

const valuesOf = (settings: Settings) => ({
  restaurantName: settings.restaurantName ?? '',
  restaurantAddress: settings.restaurantAddress ?? '',
  restaurantPhone: settings.restaurantPhone ?? '',
  legalName: settings.legalName ?? '',
  taxNumber: settings.taxNumber ?? '',
  publicAddress: settings.publicAddress ?? '',
  businessDayStart: settings.businessDayStart ?? '',
})

/** What guests see of the restaurant, and when its day begins (docs/product.md#settings-restaurant). */
export function RestaurantSettings() {
  const { t } = useTranslation()
  const said = useFieldError()
  const { data: addresses } = useAddresses()
  const fixed = addresses?.isFixed ? addresses.origin : undefined
  const hints: Partial<Record<(typeof FIELDS)[number][0], string>> = {
    publicAddress: t(fixed === undefined ? 'settings.publicAddressHint' : 'settings.publicAddressFixed'),
    businessDayStart: t('settings.businessDayStartHint'),
  }
  const { form, errors, submit, isPending } = useSettingsForm(resolver, valuesOf)
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <p className="text-sm text-muted">{t('settings.restaurantHint')}</p>
      {FIELDS.map(([name, input]) => (
        <Field key={name} label={t(`settings.${name}`)} error={said(errors[name])} hint={hints[name]}>
          {(control) =>
            name === 'publicAddress' && fixed !== undefined ? (
              <TextInput key="fixed" {...control} value={fixed} disabled />
            ) : (
              <TextInput {...control} {...form.register(name)} {...input} />
            )
          }
        </Field>
      ))}
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('settings.save')}
      </Button>
    </form>
  )
}
