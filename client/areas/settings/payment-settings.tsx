import { useMutation } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { getOpenDay, type OpenDay } from '#shared/contracts/days.ts'
import { CASH_ROUNDINGS, MAX_METHODS, METHOD_KINDS } from '#shared/domain/payments/methods.ts'
import { callApi } from '../../lib/api/api.ts'
import { AmountInput } from '../../lib/changes/amount-field.tsx'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { ChoiceChips, Select, Switch, TextField, useTranslation } from '../../ui/index.ts'
import { NamedRows } from './restaurant-settings.tsx'
import { useSetting, useSettingsForm } from './settings-form.tsx'

/** Whether payments are recorded, and how (docs/product/settings.md#settings-payments). */
export function PaymentSettings() {
  const { payments = false } = useSettings()
  return (
    <>
      <PaymentSwitch isOn={payments} />
      {payments && <MethodsForm />}
    </>
  )
}

/** Applies at once. Before payments are switched off, it asks if something is due or was not closed. */
function PaymentSwitch({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { mutate, mutateAsync, isPending } = useChangeSettings(undefined, t('common.notChanged'))
  const switchOff = async (day: OpenDay) => {
    const owing = owingOf(day)
    const due = owing.reduce((sum, order) => sum + order.due, 0)
    if (day.lastEntry === null && owing.length === 0) return mutate({ payments: false })
    const reasons = [
      owing.length > 0 && t('settings.payments.offDue', { count: owing.length, amount: format(due) }),
      day.lastEntry !== null && t('settings.payments.offOpen'),
    ]
    await confirm({
      title: t('settings.payments.offTitle'),
      description: reasons.filter(Boolean).join(' '),
      confirm: t('settings.payments.off'),
      action: () => mutateAsync({ payments: false }),
    })
  }
  const asking = useMutation({
    mutationFn: () => callApi(getOpenDay),
    onSuccess: (day) => void switchOff(day),
    onError: (error) => toastFailure(t('common.notChanged'), error),
  })
  return (
    <Switch
      label={t('settings.payments.has')}
      hint={t('settings.payments.hasHint')}
      checked={isOn}
      disabled={isPending || asking.isPending}
      onCheckedChange={(on) => (on ? mutate({ payments: true }) : asking.mutate())}
    />
  )
}

const owingOf = ({ open, withoutPayment }: OpenDay) => [...open, ...withoutPayment].filter(({ due }) => due !== 0)

function MethodsForm() {
  const { t } = useTranslation()
  const { currency } = useSettings()
  const { format } = useMoney()
  const { form, register } = useSettingsForm()
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
            label: step === 0 ? t('settings.payments.exact') : format(step),
          }))}
        />
        <p className="mt-1.5 text-sm text-muted">{t('settings.payments.roundingHint')}</p>
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
