import { ChevronDown, ChevronLeft, Clock } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { nameIn } from '#shared/domain/language.ts'
import { cartCount, keyOf, linePrice } from '#shared/domain/orders/cart.ts'
import {
  type CustomerDetails,
  customerOrder,
  orderTotal,
  tableOrder,
  takeawayFees,
} from '#shared/domain/orders/cart-orders.ts'
import { withLabel } from '#shared/domain/table.ts'
import { PauseNote } from '../../lib/settings/pause-note.tsx'
import { usePickupWords } from '../../lib/settings/pickup-time.tsx'
import { currency, money, useHours } from '../../lib/settings/settings.ts'
import { Button, IconButton, language, type PanelProps, t, useBackCloses, useWhileOpen } from '../../ui/index.ts'
import { OrderLineView, RefusalNotice } from '../orders/index.ts'
import { lineInsteadOf, listPriceOf } from '../prices/index.ts'
import { AttemptNotice, StillWantedDialog } from './attempt-notices.tsx'
import { CustomerForm, DiningChoice, TableForm } from './order-forms.tsx'
import { PickupStep } from './pickup-step.tsx'
import {
  type ChosenPickup,
  hasCheckoutDraft,
  keepCheckoutDraft,
  type NamedLine,
  type Ordering,
  OrderingContext,
  restoreCheckoutDraft,
  shownDishes,
  useLinesAt,
  useOrdering,
} from './use-checkout.ts'

export { OrderAhead } from './pickup-step.tsx'

interface OrderDetailsProps {
  /** What it is shown in: a dialog, or the panel of a drawer. */
  Panel: ComponentType<PanelProps>
  /** False while the frame fades out. */
  open: boolean
  /** The way back to what came before; none where closing leads there. */
  onBack?: () => void
  lines: readonly NamedLine[]
  /** With a table, the order is for it and the short form is shown. */
  table: { id: number; number: number; label: string | null; key: string | null } | null
  /** Whether this phone may keep the guest's name and number: nobody is signed in on it. */
  mayRemember: boolean
  /** Set where staff order for somebody on the telephone. */
  forSomebody?: Ordering
  /** Shown instead of the form while the page does not know whether the table exists. */
  blockingNotice?: ReactNode
  nameOf: (menuItemId: number) => string | undefined
  onRemove: (menuItemIds: number[]) => void
  onLimit?: (dishes: { menuItemId: number; left: number }[]) => void
}

const NO_ENTRIES: never[] = []
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()
/** Refusals after which the guest can choose another time. */
const WRONG_TIME = ['slot_gone', 'closed', 'orders_paused']

/** The last step of an order: the customer's or the table's form, or the notice about an undecided attempt. */
export default function OrderDetails({ forSomebody, ...props }: OrderDetailsProps) {
  if (!forSomebody) return <Details {...props} isForSomebody={false} />
  return (
    <OrderingContext value={forSomebody}>
      <Details {...props} isForSomebody />
      {/* A guest's page asks wherever it is. */}
      <StillWantedDialog />
    </OrderingContext>
  )
}

function Details({
  Panel,
  open,
  onBack,
  lines,
  table,
  mayRemember,
  isForSomebody,
  blockingNotice,
  nameOf,
  onRemove,
  onLimit,
}: Omit<OrderDetailsProps, 'forSomebody'> & { isForSomebody: boolean }) {
  const { checkout, draft, ...ordering } = useOrdering()
  useState(() => restoreCheckoutDraft(draft))
  const { typed } = draft
  const state = useWhileOpen(open, ordering.state)
  const lastLines = useWhileOpen(open, lines)
  const sending = state.phase === 'sending'
  const refused = state.phase === 'refused' ? state : undefined
  const formShown =
    !blockingNotice && state.phase !== 'waiting' && state.phase !== 'open' && !(sending && state.resentFrom)
  const formId = useId()
  const [dining, setDining] = useState(typed.dining)
  const chooseDining = (option: CustomerDetails['diningOption']) => {
    keepCheckoutDraft(draft, { dining: option })
    setDining(option)
    if (option === 'takeaway' && !typed.pickup) setChoosingTime(true)
  }
  const hours = useHours()
  const isTimed = hours?.pickup.on === true && !table && dining === 'takeaway'
  const [pickup, setPickup] = useState(typed.pickup)
  const { lines: visibleLines } = useLinesAt(lastLines, (isTimed && pickup?.at) || null)
  const [isChoosingTime, setChoosingTime] = useState(true)
  const choosePickup = (chosen: ChosenPickup) => {
    keepCheckoutDraft(draft, { pickup: chosen })
    setPickup(chosen)
    setChoosingTime(false)
  }
  const chooseTime = () => {
    if (sending) return
    checkout.acknowledge()
    setChoosingTime(true)
  }
  const isTimeShown = formShown && !sending && !refused && isTimed && isChoosingTime
  const isTimeBefore = formShown && isTimed && !isTimeShown
  useBackCloses(open && isTimeBefore, chooseTime)
  /** Counts how often the form was begun anew. */
  const [restarts, setRestarts] = useState(0)
  const back = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  // Where a field would open the keyboard, the step begins with the way back.
  useEffect(() => {
    if (isTimeShown) return
    const field = matchMedia('(pointer: fine)').matches ? content.current?.querySelector(FIRST_FIELD) : null
    ;(field instanceof HTMLElement ? field : back.current)?.focus()
  }, [isTimeShown])
  const backButton = (isTimeBefore || onBack) && (
    <IconButton
      ref={isTimeShown ? focusOnMount : back}
      label={t(isTimeBefore ? 'checkout.pickup.backTo' : 'checkout.backToCart')}
      disabled={sending}
      className="-my-2 -ml-3"
      onClick={isTimeBefore ? chooseTime : onBack}
    >
      <ChevronLeft className="size-6" />
    </IconButton>
  )
  const diningChoice = <DiningChoice value={dining} onChange={chooseDining} isForSomebody={isForSomebody} />
  if (isTimeShown)
    return (
      <PickupStep
        Panel={Panel}
        back={backButton}
        lines={lastLines}
        chosen={pickup}
        onChoose={choosePickup}
        isForSomebody={isForSomebody}
        dining={diningChoice}
      />
    )
  return (
    <Panel
      title={
        table ? t('checkout.tableTitle', { number: withLabel(String(table.number), table.label) }) : t('checkout.title')
      }
      back={backButton}
      closable={!sending}
      footer={
        formShown && (
          <PlaceOrderButton
            form={formId}
            label={isForSomebody ? 'sendForSomebody' : !table && dining === 'takeaway' ? 'payTakeaway' : 'payDineIn'}
            total={money(orderTotal(visibleLines, table ? 'dine-in' : dining))}
            pending={sending}
          />
        )
      }
    >
      <div ref={content}>
        <AttemptNotice takesFocus className="mt-2" />
        {refused && (
          <RefusalNotice
            refusal={refused.refusal}
            before={refused.attempt.body.total}
            shown={refused.attempt.shown}
            nameOf={nameOf}
            isInCart={(menuItemId) => lines.some(({ dish }) => dish.id === menuItemId)}
            onRemove={onRemove}
            onLimit={onLimit}
          >
            {isTimed && WRONG_TIME.includes(refused.refusal.code ?? '') && (
              <OtherTimes
                form={formId}
                nearest={refused.refusal.nearest ?? NO_ENTRIES}
                onNearest={(at) => choosePickup({ at })}
                onOther={chooseTime}
              />
            )}
          </RefusalNotice>
        )}
        {!refused && !(isTimed && pickup?.at) && <PauseNote className="mt-2 mb-4" />}
        {blockingNotice}
        {formShown && (
          <>
            <Summary lines={visibleLines} dining={table ? 'dine-in' : dining} />
            {table && <p className="mb-3 text-body text-muted">{t('checkout.tableDescription')}</p>}
            {isTimed && <ChosenTime at={pickup?.at ?? null} disabled={sending} onChange={chooseTime} />}
            {!isForSomebody && (
              <RestoredDraft
                key={restarts}
                part={table ? 'table' : 'customer'}
                onStartOver={() => {
                  draft.drop()
                  setDining(typed.dining)
                  setRestarts(restarts + 1)
                }}
              />
            )}
          </>
        )}
        {formShown &&
          (table ? (
            <TableForm
              key={restarts}
              id={formId}
              pending={sending}
              onSubmit={(notes) =>
                void checkout.place(
                  tableOrder(visibleLines, { ...table, name: t('common.table', { number: table.number }) }, notes),
                  shownDishes(visibleLines),
                )
              }
            />
          ) : (
            <CustomerForm
              key={restarts}
              id={formId}
              dining={dining}
              // The step before has asked it.
              diningChoice={!isTimed && diningChoice}
              pending={sending}
              mayRemember={mayRemember}
              isForSomebody={isForSomebody}
              refused={refused?.attempt.body}
              issues={refused?.refusal.issues ?? NO_ENTRIES}
              onSubmit={(details) => {
                const time = isTimed && { pickupAt: typed.pickup?.at ?? null }
                void checkout.place(customerOrder(visibleLines, { ...details, ...time }), shownDishes(visibleLines))
              }}
            />
          ))}
      </div>
    </Panel>
  )
}

const FIRST_FIELD = ':is(input:not([type=radio],[type=checkbox]),textarea):not(:disabled)'

/** The chosen time of a takeaway order, and the way to another. */
function ChosenTime({ at, disabled, onChange }: { at: string | null; disabled: boolean; onChange: () => void }) {
  const wordsOf = usePickupWords()
  return (
    <p className="mb-3 flex items-center gap-2 text-body">
      <Clock className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 font-semibold">
        {at === null ? t('checkout.pickup.asap') : t('checkout.pickup.chosen', { time: wordsOf(at).text })}
      </span>
      <Button variant="quiet" size="small" className="-mr-3" disabled={disabled} onClick={onChange}>
        {t('cart.change')}
        <span className="sr-only"> {t('checkout.pickup.time')}</span>
      </Button>
    </p>
  )
}

interface OtherTimesProps {
  /** The id of the form that a time sends again. */
  form: string
  nearest: readonly string[]
  onNearest: (at: string) => void
  onOther: () => void
}

/** Where the time of an order has gone: the nearest ones, each of which takes one tap, and the way to all others. */
function OtherTimes({ form, nearest, onNearest, onOther }: OtherTimesProps) {
  const wordsOf = usePickupWords()
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {nearest.map((at) => (
        <Button key={at} type="submit" form={form} variant="ink" size="small" onClick={() => onNearest(at)}>
          {wordsOf(at).text}
        </Button>
      ))}
      <Button variant="outline" size="small" onClick={onOther}>
        {t(nearest.length > 0 ? 'checkout.pickup.other' : 'checkout.pickup.choose')}
      </Button>
    </div>
  )
}

/** What is being ordered: one line, which unfolds the dishes. */
function Summary({ lines, dining }: { lines: readonly NamedLine[]; dining: CustomerDetails['diningOption'] }) {
  const total = money(orderTotal(lines, dining))
  const fees = dining === 'takeaway' ? takeawayFees(lines) : []
  return (
    <details className="group mb-1 border-line border-b">
      <summary className="figures flex min-h-11 cursor-pointer no-marker items-center gap-1.5 font-semibold text-body">
        {t('checkout.summary', { count: cartCount(lines), total })}
        <ChevronDown className="size-4.5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <OrderLineView
            key={keyOf(line)}
            quantity={line.quantity}
            name={nameIn(language, line.dish)}
            amount={money(linePrice(line) * line.quantity)}
            detail={lineInsteadOf(currency, { ...line, price: linePrice(line), listPrice: listPriceOf(line) })}
            options={line.options ?? NO_ENTRIES}
            notes={line.notes?.trim()}
          />
        ))}
        {fees.map((fee) => (
          <OrderLineView key={fee.name} quantity={1} name={nameIn(language, fee)} amount={money(fee.amount)} />
        ))}
      </ul>
    </details>
  )
}

/** Says that the form contains what was typed earlier, and offers to begin anew. */
function RestoredDraft({ part, onStartOver }: { part: 'customer' | 'table'; onStartOver: () => void }) {
  const { draft } = useOrdering()
  const [isRestored] = useState(() => hasCheckoutDraft(draft, part))
  if (!isRestored) return null
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
      <p role="status">{t('checkout.restored')}</p>
      <Button variant="quiet" size="small" className="-mr-2" onClick={onStartOver}>
        {t('checkout.startOver')}
      </Button>
    </div>
  )
}

interface PlaceOrderButtonProps {
  /** The id of the form that it submits; the button is below the form, always visible. */
  form: string
  label: 'payTakeaway' | 'payDineIn' | 'sendForSomebody'
  total: string
  pending: boolean
}

/** The submit button. By law a guest's must state the obligation to pay for takeaway. */
function PlaceOrderButton({ form, label, total, pending }: PlaceOrderButtonProps) {
  return (
    <Button
      type="submit"
      form={form}
      size="large"
      pending={pending}
      className="w-full px-2 text-body tracking-[-0.01em]"
    >
      {pending ? t('checkout.sending') : t(`checkout.${label}`, { total })}
    </Button>
  )
}
