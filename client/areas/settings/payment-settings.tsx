import { Controller } from 'react-hook-form'
import { CASH_ROUNDINGS, MAX_METHODS, METHOD_KINDS } from '#shared/domain/payments/methods.ts'
import { AmountInput } from '../../lib/changes/amount-field.tsx'
import { fieldError } from '../../lib/changes/field-error.ts'
import { currency, money } from '../../lib/settings/settings.ts'
import { ChoiceChips, FieldError, Part, Select, Switch, TextField, t } from '../../ui/index.ts'
import { FiscalSteps } from '../printing/index.ts'
import { NamedRows } from './restaurant-settings.tsx'
import { useSetting, useSettingsForm } from './settings-form.tsx'

/** Whether payments are recorded, and how (docs/product/settings.md#settings-payments). */
export function PaymentSettings() {
  const [isOn, setOn] = useSetting('payments')
  const { errors } = useSettingsForm()
  return (
    <>
      <Switch
        label={t('settings.payments.has')}
        hint={t('settings.payments.hasHint')}
        checked={isOn}
        error={fieldError(errors.payments)}
        onCheckedChange={setOn}
      />
      {isOn && <MethodsForm />}
    </>
  )
}

/** What fiscal receipts need, with the way to each, and then their switch (docs/product/fiscal.md#fiscal-setting). */
export function FiscalSettings() {
  const [isOn, setOn] = useSetting('fiscal')
  const { errors, showTab } = useSettingsForm()
  return (
    <>
      <Part>
        <FiscalSteps onShowTab={showTab} />
      </Part>
      <Switch
        label={t('settings.payments.fiscal')}
        hint={t('settings.payments.fiscalHint')}
        checked={isOn}
        error={fieldError(errors.fiscal)}
        onCheckedChange={setOn}
      />
    </>
  )
}

function MethodsForm() {
  const { form, register, errors } = useSettingsForm()
  const roundingError = fieldError(errors.cashRounding)
  const [cashRounding, setCashRounding] = useSetting('cashRounding')
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
      <div>
        <ChoiceChips
          label={t('settings.payments.rounding')}
          value={String(cashRounding)}
          onChange={(step) => setCashRounding(Number(step) as typeof cashRounding)}
          options={CASH_ROUNDINGS.map((step) => ({
            value: String(step),
            label: step === 0 ? t('settings.payments.exact') : money(step),
          }))}
        />
        <p className="mt-1.5 text-sm text-muted">{t('settings.payments.roundingHint')}</p>
        {roundingError && <FieldError id={undefined}>{roundingError}</FieldError>}
      </div>
      <TextField
        as={AmountInput}
        label={`${t('settings.payments.limit')} (${currency.toUpperCase()})`}
        hint={t('settings.payments.limitHint')}
        {...register('houseLimit')}
      />
    </>
  )
}
