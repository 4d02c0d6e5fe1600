import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray } from 'react-hook-form'
import * as z from 'zod/mini'
import { getOpenDay, type OpenDay } from '#shared/contracts/days.ts'
import { amountOrNothing, METHOD_NAME_MAX, sentMethods } from '#shared/contracts/payments.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { nameIn } from '#shared/domain/language.ts'
import { type Currency, plainFigure } from '#shared/domain/money.ts'
import { CASH_ROUNDINGS, DEFAULT_METHODS, MAX_METHODS, METHOD_KINDS } from '#shared/domain/payments/methods.ts'
import { callApi } from '../../lib/api/api.ts'
import { AmountInput, amountSchema } from '../../lib/changes/amount-field.tsx'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import {
  Button,
  ChoiceChips,
  FieldError,
  IconButton,
  MoveButtons,
  Select,
  Switch,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

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
  const { mutate, mutateAsync, isPending } = useChangeSettings(undefined, t('settings.payments.failed'))
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
    onError: (error) => toastFailure(t('settings.payments.failed'), error),
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

const valuesOf = ({ paymentMethods, cashRounding = 0, houseLimit = 0 }: Settings) => ({
  paymentMethods: (paymentMethods ?? DEFAULT_METHODS).map((method): z.input<typeof sentMethods>[number] => method),
  cashRounding,
  houseLimit: plainFigure(houseLimit),
})

const schemaIn = (currency: Currency) =>
  z.object({
    paymentMethods: sentMethods,
    cashRounding: z.literal([...CASH_ROUNDINGS]),
    houseLimit: amountSchema(currency, amountOrNothing),
  })

const NEW_METHOD = { kind: 'card', name: '', nameRo: '' } as const

function MethodsForm() {
  const { t, language } = useTranslation()
  const fieldError = useFieldError()
  const { currency } = useSettings()
  const { format } = useMoney()
  const editor = useSettingsForm('payments', zodResolver(schemaIn(currency)), valuesOf)
  const { errors, register } = editor
  const { control } = editor.form
  const { fields, append, move, remove } = useFieldArray({ control, name: 'paymentMethods', keyName: 'row' })
  const listError = fieldError(errors.paymentMethods?.root ?? (errors.paymentMethods as { message?: string }))
  return (
    <SettingsForm editor={editor} className="mt-4 gap-5!">
      <section className="flex flex-col gap-2.5">
        <h3 className="text-base font-bold">{t('settings.payments.methods')}</h3>
        <ol aria-label={t('settings.payments.methods')} className="flex flex-col gap-2.5">
          {fields.map(({ row, ...method }, i) => {
            const name = nameIn(language, { name: method.name, nameRo: method.nameRo ?? '' }) || `${i + 1}`
            return (
              <li key={row} aria-label={name} className="rounded-card border border-line bg-card p-3">
                <div className="mb-2 flex items-center gap-1">
                  <Controller
                    name={`paymentMethods.${i}.kind`}
                    control={control}
                    render={({ field: { value, onChange } }) => (
                      <Select
                        label={t('settings.payments.kindOf', { name })}
                        value={value}
                        onValueChange={onChange}
                        options={METHOD_KINDS.map((kind) => ({
                          value: kind,
                          label: t(`settings.payments.kinds.${kind}`),
                        }))}
                        className="min-w-0 flex-1"
                      />
                    )}
                  />
                  <MoveButtons
                    up={t('common.moveUp', { name })}
                    down={t('common.moveDown', { name })}
                    isFirst={i === 0}
                    isLast={i === fields.length - 1}
                    onMove={(direction) => move(i, direction === 'up' ? i - 1 : i + 1)}
                  />
                  {fields.length > 1 && (
                    <IconButton label={t('settings.payments.remove', { name })} onClick={() => remove(i)}>
                      <Trash2 aria-hidden="true" className="size-5" />
                    </IconButton>
                  )}
                </div>
                <div className="grid gap-2 sm:grid-cols-2">
                  {(['name', 'nameRo'] as const).map((field) => (
                    <TextField
                      key={field}
                      label={t(`settings.payments.${field}`)}
                      {...register(`paymentMethods.${i}.${field}`)}
                      maxLength={METHOD_NAME_MAX}
                    />
                  ))}
                </div>
              </li>
            )
          })}
        </ol>
        {listError && <FieldError id={undefined}>{listError}</FieldError>}
        {fields.length < MAX_METHODS ? (
          <Button
            variant="outline"
            size="small"
            className="self-start"
            onClick={() => append(NEW_METHOD, { focusName: `paymentMethods.${fields.length}.name` })}
          >
            <Plus aria-hidden="true" className="size-4.5" />
            {t('settings.payments.add')}
          </Button>
        ) : (
          <p className="text-sm text-muted">{t('settings.payments.full')}</p>
        )}
      </section>
      <div>
        <Controller
          name="cashRounding"
          control={control}
          render={({ field: { value, onChange } }) => (
            <ChoiceChips
              label={t('settings.payments.rounding')}
              value={String(value)}
              onChange={(step) => onChange(Number(step))}
              options={CASH_ROUNDINGS.map((step) => ({
                value: String(step),
                label: step === 0 ? t('settings.payments.exact') : format(step),
              }))}
            />
          )}
        />
        <p className="mt-1.5 text-sm text-muted">{t('settings.payments.roundingHint')}</p>
      </div>
      <TextField
        as={AmountInput}
        label={`${t('settings.payments.limit')} (${currency.toUpperCase()})`}
        hint={t('settings.payments.limitHint')}
        {...register('houseLimit')}
      />
    </SettingsForm>
  )
}
