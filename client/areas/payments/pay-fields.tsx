import { useRef, useState } from 'react'
import type { Recorded } from '#shared/contracts/payments.ts'
import { moneyParts, plainFigure } from '#shared/domain/money.ts'
import { MAX_PARTS, MIN_PARTS } from '#shared/domain/orders/bill.ts'
import {
  highestTip,
  type PaymentMethod,
  REASON_MAX,
  TIP_CHOICES,
  takesTip,
  tenderedChoices,
} from '#shared/domain/payments/methods.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import {
  Button,
  ChoiceChips,
  cx,
  Money,
  SEGMENT,
  SEGMENTED,
  Stepper,
  StickyFooter,
  Switch,
  TextField,
  t,
} from '../../ui/index.ts'
import { DialogAlert, guestText } from '../orders/index.ts'
import {
  type Division,
  firstShare,
  formAfter,
  inputOf,
  Keypad,
  newForm,
  type Payable,
  type PayForm,
  type Paying,
  payingOf,
  tableDue,
  typed,
  withKey,
} from './pay-form.tsx'
import { METHOD, METHODS, MethodName, useMethods, type useRecordPayment } from './payment-list.tsx'

export interface PayFieldsProps {
  payable: Payable
  /** The method that the guests named when they asked for the bill. */
  asked?: 'cash' | 'card' | null
  division?: Division
  record: ReturnType<typeof useRecordPayment>
}

/** One payment: whose part of the bill, by which method, with which tip; and the button that records it. */
export function PayFields({ payable, asked, division, record }: PayFieldsProps) {
  const { cashRounding = 0, fiscal = false } = useSettings()
  const { methods, nameOf } = useMethods()
  const [form, setForm] = useState(() => newForm(methods, payable.guests, { asked, division }))
  const [hasTried, setTried] = useState(false)
  const [recordedCount, setRecordedCount] = useState(0)
  /** What is handed back of the last payment. It stays in sight until the next one is begun. */
  const [handedBack, setHandedBack] = useState(0)
  const fields = useRef<HTMLFieldSetElement>(null)
  const taxNumber = useRef<HTMLInputElement>(null)
  const set = (change: Partial<PayForm>) => {
    setTried(false)
    setForm((before) => ({ ...before, ...change }))
  }
  const method = methods.find(({ id }) => id === form.methodId) ?? methods[0]
  if (!method) return null
  const paying = payingOf(form, payable, method, cashRounding)
  const { amount, tip, rounding, sum, problem } = paying
  const part = { form, set, payable, paying, method }
  const showNext = (recorded: Recorded) => {
    setHandedBack(recorded.change)
    setForm(formAfter)
    setRecordedCount((count) => count + 1)
    fields.current?.scrollIntoView()
  }
  const press = async () => {
    if (record.isUnknown) return record.repeat()
    if (problem) {
      setTried(true)
      if (problem === 'taxNumber') taxNumber.current?.focus()
      return
    }
    const isMeant = tip <= amount || (await confirmTip(paying))
    if (isMeant) record.mutate(inputOf(form, payable, paying, method), { onSuccess: showNext })
  }
  const buttonText = () => {
    if (record.isUnknown) return t('common.tryAgain')
    if (amount === 0) return t(form.share === 'amount' ? 'payments.enterAmount' : 'payments.who')
    return t('payments.record', { amount: figureOf(sum), method: nameOf(method) })
  }
  const alert = alertOf(record, hasTried ? part : undefined)
  return (
    <>
      {/* What was sent without an answer can only be asked again. */}
      <fieldset
        ref={fields}
        disabled={record.isPending || record.isUnknown}
        className="flex min-w-0 scroll-mt-3 flex-col gap-3"
      >
        <ShareChoice {...part} />
        <ChoiceChips
          label={t('payments.method')}
          value={String(method.id)}
          onChange={(id) => set({ methodId: Number(id) })}
          options={methods.map((one) => ({ value: String(one.id), label: <MethodName method={one} /> }))}
          className={METHODS}
          chipClass={`${METHOD} min-h-13! px-2.5!`}
        />
        {takesTip(method.kind) && (
          <div className="flex items-center gap-3 text-body text-muted">
            <span aria-hidden="true">{t('payments.tip')}</span>
            <ChoiceChips
              label={t('payments.tip')}
              value={form.tip}
              onChange={(tip) => set({ tip })}
              options={[
                ...TIP_CHOICES.map((tip) => ({ value: String(tip), label: tip === 0 ? '0' : `${tip}\u00a0%` })),
                { value: 'own', label: t('payments.own') },
              ]}
              className="flex flex-wrap gap-2"
              chipClass="rounded-full! px-4! text-ink max-[389px]:px-3!"
            />
          </div>
        )}
        {method.kind === 'house' && (
          <TextField
            label={t('payments.reason')}
            maxLength={REASON_MAX}
            value={form.reason}
            onChange={({ target }) => set({ reason: target.value })}
          />
        )}
        {fiscal && (
          <TextField
            ref={taxNumber}
            label={t('payments.taxNumber')}
            error={hasTried && paying.problem === 'taxNumber' ? t('validation.taxNumber') : undefined}
            fieldClass="grid grid-cols-[minmax(0,auto)_minmax(8.5rem,1fr)] items-center gap-x-3"
            maxLength={20}
            autoCapitalize="characters"
            value={form.taxNumber}
            onChange={({ target }) => set({ taxNumber: target.value })}
            className="figures"
          />
        )}
        <TypedAmounts key={recordedCount} {...part} handedBack={handedBack} />
      </fieldset>
      <StickyFooter className="mt-4">
        {alert && (
          <div className="-mt-3.5 mb-3">
            <DialogAlert>{alert}</DialogAlert>
          </div>
        )}
        {tip + Math.abs(rounding) > 0 && (
          <p className="mb-2 text-center text-body">
            {tip > 0 && t('payments.withTip', { amount: figureOf(amount), tip: figureOf(tip) })}{' '}
            {rounding !== 0 && t('payments.rounded', { amount: figureOf(amount + tip) })}
          </p>
        )}
        <Button size="large" pending={record.isPending} onClick={() => void press()} className="w-full">
          {buttonText()}
        </Button>
        <p className="mt-2 text-balance text-center text-muted text-sm">{t('days.notFiscal')}</p>
      </StickyFooter>
    </>
  )
}

/** Without the unit, which the sheet's title shows. */
const figureOf = (minor: number) => moneyParts(minor, 'lei').figure

/** Asks about a tip above the amount, which is rarely meant. */
const confirmTip = ({ amount, tip }: Paying): Promise<boolean> =>
  confirm({
    title: t('payments.highTip', { amount: figureOf(amount), tip: figureOf(tip) }),
    description: t('payments.highTipDescription'),
    confirm: t('payments.recordTip', { tip: figureOf(tip) }),
    isDestructive: true,
  })

interface PartProps {
  form: PayForm
  set: (change: Partial<PayForm>) => void
  payable: Payable
  paying: Paying
  method: PaymentMethod
}

/** What is missing in the form once it was to be recorded, or why it was not. */
function alertOf({ isUnknown, error, failure }: PayFieldsProps['record'], tried?: PartProps) {
  if (!isUnknown && tried?.paying.problem) {
    const { problem, change } = tried.paying
    // Its field says so.
    if (problem === 'taxNumber') return undefined
    if (problem === 'giveReason') return t('validation.reasonNeeded')
    if (problem === 'missing') return `${t('payments.missing')}: ${figureOf(-(change ?? 0))}`
    const most = problem === 'tipAtMost' ? highestTip(tried.paying.amount) : tried.payable.due
    return t(`payments.${problem}`, { amount: figureOf(most) })
  }
  if (error instanceof RequestError && error.code === 'due_changed')
    return t('payments.dueChanged', { amount: figureOf(error.body.due ?? 0) })
  return failure
}

/** What is paid: everything, the dishes of a guest, an equal part, or an amount. */
function ShareChoice({ form, set, payable: { guests, paid = 0 }, paying: { shares } }: PartProps) {
  const hasGuests = guests.length > 1
  const isEqual = form.share === 'equal'
  const choose = (share: PayForm['share']) => set(firstShare({ share }, guests))
  return (
    <>
      <ChoiceChips
        label={t('bills.how')}
        value={form.share}
        onChange={choose}
        options={[
          { value: 'whole', label: t(paid > 0 ? 'payments.theRest' : 'bills.whole') },
          ...(hasGuests ? [{ value: 'byGuest' as const, label: t('bills.byGuest') }] : []),
          { value: 'equal', label: t('bills.equal') },
          { value: 'amount', label: t('payments.amount') },
        ]}
        className={SEGMENTED}
        chipClass={SEGMENT}
      />
      {form.share === 'byGuest' && tableDue(guests) > 0 && (
        <Switch
          label={t('payments.shareOut', { amount: figureOf(tableDue(guests)) })}
          checked={form.sharesOut}
          onCheckedChange={(sharesOut) => set({ sharesOut })}
        />
      )}
      {shares.length > 0 && (
        <div className="flex items-end gap-2 max-sm:flex-col sm:items-center">
          <div className="min-w-0 flex-1 p-0.5 max-sm:w-full">
            <ChoiceChips
              label={t('payments.who')}
              value={form.chosen}
              onChange={(chosen) => set({ chosen })}
              options={shares.map(({ key, guestName, due }, i) => ({
                value: key,
                isOff: due === 0,
                label: (
                  <span className="flex max-w-40 flex-col py-1 text-center leading-tight">
                    <span className="figures">{due === 0 ? t('due.paid') : figureOf(due)}</span>
                    <span className="truncate font-normal text-sm">
                      {isEqual
                        ? t('payments.part', { number: form.peoplePaid + i + 1 })
                        : guestName === null
                          ? t('bills.wholeTable')
                          : guestText(guestName)}
                    </span>
                  </span>
                ),
              }))}
              className="flex flex-wrap gap-2"
              chipClass="min-h-13! shrink-0 px-3!"
            />
          </div>
          {isEqual && (
            <Stepper
              name={t('bills.people')}
              quantity={form.people}
              min={form.peoplePaid > 0 ? 1 : MIN_PARTS}
              max={MAX_PARTS}
              onChange={(people) => set({ people, chosen: '0' })}
            />
          )}
        </div>
      )}
    </>
  )
}

const intoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

/** The amounts that are typed, by the pad or a keyboard; of cash, what is given back. */
function TypedAmounts({
  form,
  set,
  method: { kind },
  payable,
  paying,
  handedBack,
}: PartProps & { handedBack: number }) {
  const { due, currency } = payable
  const { cashRounding = 0 } = useSettings()
  const [chosen, setChosen] = useState<'amount' | 'ownTip' | 'received'>()
  const isCash = kind === 'cash'
  const needed = { amount: form.share === 'amount', ownTip: takesTip(kind) && form.tip === 'own', received: isCash }
  const fields = (['amount', 'ownTip', 'received'] as const).filter((field) => needed[field])
  const field = fields.find((one) => one === chosen) ?? fields.find((one) => form[one] === '') ?? fields[0]
  const { amount, tip } = paying
  const change = amount > 0 ? paying.change : handedBack || null
  if (!field && change === null) return null
  const isReceived = field === 'received' && amount > 0
  const choices = isReceived ? tenderedChoices(amount + tip, cashRounding, currency) : []
  const short = (sum: number) => figureOf(sum).replace(/\.00$/, '')
  const rest = { label: t('payments.rest', { amount: short(due) }), onChoose: () => set({ amount: plainFigure(due) }) }
  return (
    <div ref={intoView} className="scroll-mb-32 card-face p-3.5 shadow-soft">
      <div className="mb-3 flex gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          {fields.map((one) => (
            <label key={one} className="flex flex-col">
              <span className="text-body text-muted">{t(`payments.${one}`)}</span>
              <input
                // The pad types on a phone, so that its keyboard does not cover the sheet.
                inputMode="none"
                autoComplete="off"
                value={form[one]}
                placeholder="0.00"
                onFocus={() => setChosen(one)}
                onChange={({ target }) => set({ [one]: typed(form[one], target.value) })}
                className={cx(
                  'figures w-full border-b-2 bg-transparent font-semibold text-2xl caret-accent placeholder:text-muted',
                  one === field ? 'border-accent' : 'border-transparent',
                )}
              />
            </label>
          ))}
        </div>
        {change !== null && (
          <p
            role="status"
            className={cx(
              'flex min-w-0 flex-[1.6] flex-col justify-center rounded-control px-3 py-2 text-right',
              change < 0 ? 'bg-pending-soft text-pending' : 'bg-ready-soft text-ready',
            )}
          >
            <span className="text-body">{t(change < 0 ? 'payments.missing' : 'payments.change')}</span>
            <Money
              parts={moneyParts(Math.abs(change), currency)}
              className="display text-head leading-tight max-[389px]:text-figure"
            />
          </p>
        )}
      </div>
      {field && (
        <Keypad
          onKey={(key) => {
            setChosen(field)
            set({ [field]: withKey(form[field], key) })
          }}
          suggestions={
            field === 'amount'
              ? [rest]
              : choices.map((sum, i) => ({
                  label: i === 0 ? t('payments.exact', { amount: short(sum) }) : short(sum),
                  onChoose: () => set({ received: plainFigure(sum) }),
                }))
          }
        />
      )}
    </div>
  )
}
