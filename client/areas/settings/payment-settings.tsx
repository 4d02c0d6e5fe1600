import type { ComponentProps } from 'react'
import { Controller } from 'react-hook-form'
import { CASH_ROUNDINGS, MAX_METHODS, METHOD_KINDS } from '#shared/domain/payments/methods.ts'
import { useField } from '../../kit/fields.tsx'
import { AmountInput } from '../../lib/changes/amount-field.tsx'
import { currency, money, useSettings } from '../../lib/settings/settings.ts'
import { Part, Select, TextField, t } from '../../ui/index.ts'
import { FiscalSteps, UnconnectedNotice } from '../printing/index.ts'
import { NamedRows } from './restaurant-settings.tsx'
import { Choice, settingsForm, useSettingsForm, Yes } from './settings-form.tsx'

/** Whether payments are recorded, and how (docs/product/settings.md#settings-payments). */
export function PaymentSettings() {
  const isOn = settingsForm.useValues(({ payments }) => payments)
  return (
    <>
      <Yes name="payments" label="settings.payments.has" hint="settings.payments.hasHint" />
      {isOn && <MethodsForm />}
    </>
  )
}

/** What fiscal receipts need, with the way to each, then their switch and what follows from it (docs/product/fiscal.md#fiscal-setting). */
export function FiscalSettings({ onShowTab }: ComponentProps<typeof FiscalSteps>) {
  const isOn = settingsForm.useValues(({ fiscal }) => fiscal)
  const { fiscal: wasOn = false } = useSettings()
  return (
    <>
      <Part>
        <FiscalSteps onShowTab={onShowTab} />
      </Part>
      <Yes name="fiscal" label="settings.payments.fiscal" hint="settings.payments.fiscalHint" />
      <Part>{isOn && <UnconnectedNotice isNew={!wasOn} />}</Part>
    </>
  )
}

function MethodsForm() {
  const form = useSettingsForm()
  const limit = useField('houseLimit', 'settings.payments.limit')
  return (
    <>
      <NamedRows
        list="paymentMethods"
        label={t('settings.payments.methods')}
        addLabel={t('settings.payments.add')}
        added={{ kind: 'card' }}
        max={MAX_METHODS}
        fullText={t('settings.payments.full')}
      >
        {(i, name) => (
          <Controller
            name={`paymentMethods.${i}.kind`}
            control={form.control}
            render={({ field: { value, onChange } }) => (
              <Select
                label={t('settings.payments.kindOf', { name })}
                value={value}
                onValueChange={onChange}
                options={METHOD_KINDS.map((kind) => ({ value: kind, label: t(`settings.payments.kinds.${kind}`) }))}
                className="w-full"
              />
            )}
          />
        )}
      </NamedRows>
      <Choice
        name="cashRounding"
        label="settings.payments.rounding"
        hint="settings.payments.roundingHint"
        options={CASH_ROUNDINGS.map((value) => ({
          value,
          label: value === 0 ? t('settings.payments.exact') : money(value),
        }))}
      />
      <TextField
        as={AmountInput}
        label={`${t('settings.payments.limit')} (${currency.toUpperCase()})`}
        hint={t('settings.payments.limitHint')}
        error={limit.error}
        {...limit.field}
      />
    </>
  )
}
