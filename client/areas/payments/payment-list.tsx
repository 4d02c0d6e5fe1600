import { Banknote, CreditCard, Gift, Ticket, Wallet } from 'lucide-react'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import {
  type Payment,
  type PaymentInput,
  type Recorded,
  recordPayment,
  reversePayment,
} from '#shared/contracts/payments.ts'
import { mayUse } from '#shared/domain/access.ts'
import { nameIn } from '#shared/domain/language.ts'
import { type Currency, formatMoney, moneyParts } from '#shared/domain/money.ts'
import {
  DEFAULT_METHODS,
  type PaymentMethod,
  REASON_MAX,
  REVERSE_WITHIN_MS,
  typedAmount,
} from '#shared/domain/payments/methods.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { areaKey } from '../../lib/api/query.ts'
import { errorMessage, RequestError } from '../../lib/api/request-error.ts'
import { addOnce, type KeyedInput } from '../../lib/changes/add-once.ts'
import { AmountInput } from '../../lib/changes/amount-field.tsx'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { money, timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Button, ChoiceChips, Dialog, language, Money, SubjectDialog, TextField, t, toast } from '../../ui/index.ts'
import { useUser } from '../accounts/index.ts'
import { DialogAlert, guestText, refetchOrders } from '../orders/index.ts'

export function useMethods() {
  const { paymentMethods = DEFAULT_METHODS } = useSettings()
  return {
    methods: paymentMethods,
    nameOf: (method: { name: string; nameRo: string }) => nameIn(language, method),
  }
}

export const METHODS = 'flex flex-wrap gap-2'
/** Two in a row; a last single one has a row of its own. */
export const METHOD = 'min-w-0 flex-1 basis-[45%]'
const ICONS = { cash: Banknote, card: CreditCard, voucher: Ticket, house: Gift, other: Wallet } as const

export function MethodName({ method }: { method: PaymentMethod }) {
  const { nameOf } = useMethods()
  const Icon = ICONS[method.kind]
  return (
    <span className="flex items-center gap-2">
      <Icon className="size-5 shrink-0" />
      <span className="min-w-0 break-words">{nameOf(method)}</span>
    </span>
  )
}

export const paymentsKey = ['payments'] as const

/** Records a payment, or takes one back: once, also if an answer is lost; the same is then asked again under its key. */
function useRecord<Input>(
  send: (input: Input, headers: { 'Idempotency-Key': string }) => Promise<Recorded>,
  onRecorded: (recorded: Recorded, input: Input) => void,
) {
  const attempt = useRef<KeyedInput<Input>>(undefined)
  const change = useOwnerChange({
    mutationFn: (input: Input) => addOnce(attempt, input, (sent, key) => send(sent, { 'Idempotency-Key': key })),
    onSuccess: onRecorded,
    // What the answer changes is shown without the live channel too.
    onSettled: refetchOrders,
    refetch: [['bill'], paymentsKey, areaKey('days'), areaKey('fiscal')],
  })
  const { error, variables } = change
  const isUnknown = error !== null && !(error instanceof RequestError && error.isDecision)
  return {
    ...change,
    /** Whether the last attempt may have been recorded: only the same can be sent again. */
    isUnknown,
    failure: isUnknown ? t('payments.unknown') : error && errorMessage(error),
    repeat: () => variables !== undefined && change.mutate(variables),
    /** Forgets an error that is decided. */
    forgetError: () => !isUnknown && change.reset(),
  }
}

export function useRecordPayment(onRecorded: (recorded: Recorded, input: PaymentInput) => void) {
  const { methods, nameOf } = useMethods()
  return useRecord<PaymentInput>(
    (body, headers) => sendChange(recordPayment, { body, headers }),
    (recorded, input) => {
      const method = methods.find(({ id }) => id === input.method)
      const sum = recorded.amount + recorded.tip + recorded.rounding
      // The sheet shows the change, over which nothing is to lie.
      if (recorded.change <= 0)
        toast({ title: t('payments.recorded', { amount: money(sum), method: method && nameOf(method) }) })
      onRecorded(recorded, input)
    },
  )
}

interface PaymentListProps {
  payments: readonly Payment[]
  currency: Currency
  /** What is due now; negative: to be given back. */
  due: number
}

/** The payments, oldest first; one that was recorded by mistake can be taken back (docs/product/floor.md#floor-pay). */
export default function PaymentList({ payments, currency, due }: PaymentListProps) {
  const { nameOf } = useMethods()
  const now = useServerNow()
  const { data: user } = useUser()
  const [opened, setOpened] = useState<Payment>()
  const close = () => setOpened(undefined)
  // If too much is paid, only that is given back, and no tip.
  const backOf = ({ left }: Payment) => (due < 0 ? { amount: Math.min(-due, left.amount), tip: 0 } : left)
  const mayTakeBack = ({ left, at, user: by }: Payment) =>
    left.amount + left.tip > 0 &&
    user &&
    (mayUse('owner', user) || (by === user.username && now - Date.parse(at) < REVERSE_WITHIN_MS))
  return (
    <section aria-label={t('settings.tabs.payments')} className="mt-5">
      <h3 className="font-semibold">{t('settings.tabs.payments')}</h3>
      <ul className="divide-y divide-line">
        {payments.map((payment) => {
          const { id, at, method, amount, tip, guestName, reason, reverses, user: by } = payment
          const facts = [
            formatTime(at, timeZone),
            reverses !== null && t('payments.takenBack'),
            tip !== 0 && `${t('payments.tip')} ${moneyParts(tip, currency).figure}`,
            ...[guestName && guestText(guestName), by, reason],
          ]
          return (
            <li key={id} className="flex items-center gap-3 py-2 text-body">
              <p className="min-w-0 flex-1 leading-snug">
                <span className="block font-semibold">{nameOf(method)}</span>
                <span className="block break-words text-muted text-sm">{facts.filter(Boolean).join(' · ')}</span>
              </p>
              <Money parts={moneyParts(amount, currency)} className="font-semibold" />
              {mayTakeBack(payment) && (
                <Button
                  size="small"
                  variant="outline"
                  aria-label={`${t('payments.takeBack')}: ${formatMoney(amount, currency)} · ${nameOf(method)}`}
                  onClick={() => setOpened(payment)}
                >
                  {t('payments.takeBack')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <SubjectDialog subject={opened && { payment: opened, back: backOf(opened), id: opened.id }}>
        {({ payment, back }, open) => (
          <Dialog
            open={open}
            onOpenChange={close}
            title={t('payments.takeBack')}
            description={formatMoney(back.amount + back.tip, currency)}
          >
            <ReverseForm payment={payment} back={back} currency={currency} onDone={close} />
          </Dialog>
        )}
      </SubjectDialog>
    </section>
  )
}

interface ReverseFormProps {
  payment: Payment
  back: Payment['left']
  currency: Currency
  onDone: () => void
}

/** Takes back a payment or a part of it: how it is given back, and why. A part is without tip. */
function ReverseForm({ payment: { id, method }, back, currency, onDone }: ReverseFormProps) {
  const { methods, nameOf } = useMethods()
  // What the house gave is taken back as such, and nothing else is.
  const offered = methods.filter(({ kind }) => (kind === 'house') === (method.kind === 'house'))
  const [chosen, setChosen] = useState((offered.find((one) => one.id === method.id) ?? offered[0])?.id)
  const [typed, setTyped] = useState(moneyParts(back.amount, currency).figure)
  const [reason, setReason] = useState('')
  const [hasTried, setTried] = useState(false)
  const reverse = useRecord<z.infer<typeof reversePayment.body>>(
    (body, headers) => sendChange(reversePayment, { params: { id: String(id) }, body, headers }),
    (_, { amount, tip }) => {
      toast({ title: t('payments.tookBack', { amount: money(amount + tip) }) })
      onDone()
    },
  )
  const amount = typedAmount(typed, currency) ?? -1
  const isPossible = amount <= back.amount && (amount > 0 || back.amount === 0)
  const press = () => {
    setTried(true)
    if (reverse.isUnknown) reverse.repeat()
    else if (chosen !== undefined && isPossible && reason.trim())
      reverse.mutate({ amount, tip: amount < back.amount ? 0 : back.tip, method: chosen, reason: reason.trim() })
  }
  return (
    <>
      <fieldset disabled={reverse.isPending || reverse.isUnknown} className="flex min-w-0 flex-col gap-4">
        <ChoiceChips
          label={t('payments.givenBackBy')}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
          options={offered.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
        />
        {back.amount > 0 && (
          <TextField
            as={AmountInput}
            label={t('payments.amount')}
            error={
              hasTried && !isPossible
                ? t('payments.leftOfIt', { amount: formatMoney(back.amount, currency) })
                : undefined
            }
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <TextField
          label={t('payments.reason')}
          error={hasTried && !reason.trim() ? t('validation.reasonNeeded') : undefined}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </fieldset>
      {reverse.failure && <DialogAlert>{reverse.failure}</DialogAlert>}
      <Button variant="danger" size="large" pending={reverse.isPending} onClick={press} className="mt-5 w-full">
        {t(reverse.isUnknown ? 'common.tryAgain' : 'payments.takeBack')}
      </Button>
    </>
  )
}
