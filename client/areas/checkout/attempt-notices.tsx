import { useQuery } from '@tanstack/react-query'
import { ChevronUp, CloudOff, WifiOff } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { nameIn } from '#shared/domain/language.ts'
import { isServerReachable } from '../../lib/api/api.ts'
import { money } from '../../lib/settings/settings.ts'
import { Button, Dialog, language, SubjectDialog, t, toast } from '../../ui/index.ts'
import { type AskedAttempt, isAsking, isSafeToSend, type OrderAttempt, phaseOf } from './attempt.ts'
import type { Checkout } from './checkout.ts'
import { useOrdering } from './use-checkout.ts'

/** How often the server is checked while a component uses the result. */
const CHECK_INTERVAL_MS = 5_000

/** Whether the server can be reached: checked every few seconds, by one check. False until it has responded. */
function useReachable(): boolean {
  const { data, refetch } = useQuery({
    queryKey: ['reachable'],
    queryFn: isServerReachable,
    // With data from the start, a further check replaces the first one instead of joining it.
    initialData: false,
    staleTime: 0,
    refetchInterval: CHECK_INTERVAL_MS,
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  useEffect(() => {
    // The connection may have changed since a check under way, whose result no longer counts then.
    const check = () => void refetch()
    addEventListener('online', check)
    addEventListener('offline', check)
    return () => {
      removeEventListener('online', check)
      removeEventListener('offline', check)
    }
  }, [refetch])
  return data
}

/** The dishes of an attempt as texts ("2× Sour soup"), named as the guest saw them. */
function useOrderedDishes({ body, shown }: OrderAttempt): { menuItemId: number; text: string }[] {
  return body.items.map(({ menuItemId, quantity }) => {
    const dish = shown.find((one) => one.menuItemId === menuItemId)
    return { menuItemId, text: `${quantity}× ${dish ? nameIn(language, dish) : t('checkout.aDish')}` }
  })
}

function OrderedDishes({ attempt, className = '' }: { attempt: OrderAttempt; className?: string }) {
  const dishes = useOrderedDishes(attempt)
  return (
    <ul className={`space-y-0.5 break-words font-medium text-body ${className}`}>
      {dishes.map(({ menuItemId, text }) => (
        <li key={menuItemId}>{text}</li>
      ))}
    </ul>
  )
}

function discardWaitingOrder(checkout: Checkout): void {
  // If another tab has just sent it, nothing is discarded.
  if (!checkout.discard()) return
  toast({ title: t('waitingOrder.discarded'), description: t('waitingOrder.discardedDescription') })
}

/** Withdraws the order if it has not arrived, and shows a toast; if it has, the page says so as for any order. */
async function withdrawOrder(checkout: Checkout): Promise<void> {
  if (await checkout.withdraw())
    toast({ title: t('attempt.withdrawn'), description: t('attempt.withdrawnDescription') })
}

/**
 * The button that sends a waiting order; disabled, with the reason as its label, while the server cannot be reached.
 */
function SendWaitingOrderButton({ isReachable, isSending }: { isReachable: boolean; isSending: boolean }) {
  const { checkout } = useOrdering()
  return (
    <Button disabled={!isReachable} pending={isSending} onClick={() => void checkout.resend()}>
      {isSending ? t('checkout.sending') : t(isReachable ? 'waitingOrder.send' : 'waitingOrder.needsConnection')}
    </Button>
  )
}

interface AttemptNoticeProps {
  className?: string
  /** Set where the notice replaces a form: it then takes over the focus that was in the form. */
  takesFocus?: boolean
}

/** A notice about an order that waits or whose outcome is not known, with a button to send it. */
export function AttemptNotice({ className = '', takesFocus = false }: AttemptNoticeProps) {
  const { state } = useOrdering()
  const phase = phaseOf(state)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus && phase && document.activeElement === document.body) section.current?.focus()
  }, [takesFocus, phase])
  if (!phase || !('attempt' in state)) return null
  const noticeProps = {
    attempt: state.attempt,
    isSending: state.phase === 'sending',
    ref: section,
    className: `rounded-card outline-none border border-pending bg-pending-soft p-4 text-ink ${className}`,
  }
  if (phase === 'waiting') return <WaitingOrderNotice {...noticeProps} />
  return (
    <UnknownOutcomeNotice {...noticeProps} serverMessage={state.phase === 'open' ? state.serverMessage : undefined} />
  )
}

interface NoticeProps {
  ref: Ref<HTMLElement>
  attempt: OrderAttempt
  isSending: boolean
  className: string
}

/** The notice about an order that was certainly not sent, with its dishes. */
function WaitingOrderNotice({ ref, attempt, isSending, className }: NoticeProps) {
  const { checkout } = useOrdering()
  const isReachable = useReachable()
  return (
    <section ref={ref} tabIndex={-1} aria-label={t('waitingOrder.title')} className={className}>
      <div role="alert">
        <p className="flex items-start gap-2.5 font-semibold">
          <CloudOff className="mt-0.5 size-5 shrink-0 text-pending" />
          {t('waitingOrder.title')}
        </p>
        <p className="mt-1.5 text-body">{t('waitingOrder.description', { total: money(attempt.body.total) })}</p>
        {checkout.isUnstored && <p className="mt-1.5 font-semibold text-body">{t('waitingOrder.notKept')}</p>}
      </div>
      <OrderedDishes attempt={attempt} className="mt-2.5" />
      <p role="status" className="mt-2.5 text-body">
        {t(isReachable ? 'waitingOrder.connected' : 'waitingOrder.notConnected')}
      </p>
      <p className="mt-1 text-small text-muted">{t('attempt.firstThis')}</p>
      <div className="mt-3.5 grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
        <Button variant="outline" disabled={isSending} onClick={() => discardWaitingOrder(checkout)}>
          {t('waitingOrder.discard')}
        </Button>
        <SendWaitingOrderButton isReachable={isReachable} isSending={isSending} />
      </div>
    </section>
  )
}

/** The notice about an order that may have been received. */
function UnknownOutcomeNotice({
  ref,
  attempt,
  isSending,
  className,
  serverMessage,
}: NoticeProps & { serverMessage: string | undefined }) {
  const { checkout } = useOrdering()
  const total = money(attempt.body.total)
  return (
    <section ref={ref} tabIndex={-1} role="alert" className={className}>
      <p className="flex items-start gap-2.5 font-semibold">
        <WifiOff className="mt-0.5 size-5 shrink-0 text-pending" />
        {serverMessage ? t('attempt.heldTitle') : t('attempt.unknownTitle')}
      </p>
      {serverMessage && <p className="mt-1.5 text-body font-medium">{serverMessage}</p>}
      <p className="mt-1.5 text-body">
        {t(serverMessage ? 'attempt.heldDescription' : 'attempt.unknownDescription', { total })}
      </p>
      <p className="mt-1 text-small text-muted">{t('attempt.firstThis')}</p>
      <Button className="mt-3.5 w-full" pending={isSending} onClick={() => void checkout.resend()}>
        {isSending ? t('checkout.sending') : t('common.tryAgain')}
      </Button>
      <Button
        variant="outline"
        disabled={isSending}
        className="mt-2.5 w-full"
        onClick={() => void withdrawOrder(checkout)}
      >
        {t('attempt.withdraw')}
      </Button>
    </section>
  )
}

interface WaitingOrderBarProps {
  /** Opens the cart, which shows the whole notice. */
  onDetails: () => void
}

/** A bar about a waiting order, always visible above the cart's bar. Renders nothing without one. */
export function WaitingOrderBar({ onDetails }: WaitingOrderBarProps) {
  const { state } = useOrdering()
  if (phaseOf(state) !== 'waiting' || !('attempt' in state)) return null
  return <Bar attempt={state.attempt} isSending={state.phase === 'sending'} onDetails={onDetails} />
}

function Bar({ attempt, isSending, onDetails }: WaitingOrderBarProps & { attempt: OrderAttempt; isSending: boolean }) {
  const dishes = useOrderedDishes(attempt)
  const isReachable = useReachable()
  return (
    <section
      aria-label={t('waitingOrder.title')}
      data-kept-free=""
      className="above-bars sticky bottom-(--above-status) z-20 mt-4 max-w-xl card-face border-pending bg-pending-soft text-ink shadow-lift"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onDetails}
        className="block w-full rounded-card px-4 pt-3 pb-1 text-left"
      >
        <span className="flex items-center gap-2.5 font-semibold text-body">
          <CloudOff className="size-5 shrink-0 text-pending" />
          <span className="min-w-0 flex-1">{t('waitingOrder.title')}</span>
          <span className="figures shrink-0">{money(attempt.body.total)}</span>
          <ChevronUp className="size-4.5 shrink-0 text-muted" />
        </span>
        <span className="mt-1 line-clamp-1 break-all text-small">{dishes.map(({ text }) => text).join(', ')}</span>
      </button>
      <div className="flex items-center gap-3 px-4 pb-3">
        <p className="min-w-0 flex-1 text-small leading-snug">{t('waitingOrder.unknownToKitchen')}</p>
        <SendWaitingOrderButton isReachable={isReachable} isSending={isSending} />
      </div>
    </section>
  )
}

/** Asks whether an old order is still wanted (docs/product/checkout.md#checkout-still-wanted). */
export function StillWantedDialog() {
  const { state } = useOrdering()
  return (
    <SubjectDialog subject={isAsking(state) && { ...state, id: state.attempt.key }}>
      {(asked, open) => <StillWanted asked={asked} open={open} />}
    </SubjectDialog>
  )
}

function StillWanted({ open, asked: { attempt, askedAt } }: { open: boolean; asked: AskedAttempt }) {
  const { checkout } = useOrdering()
  const isSafe = isSafeToSend(attempt, askedAt)
  const age = ageInWords(askedAt - attempt.at)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) checkout.decideLater()
      }}
      title={t(isSafe ? 'waitingOrder.askTitle' : 'waitingOrder.tooOldTitle')}
      description={age ? t('waitingOrder.made', { age }) : t('waitingOrder.madeUnknown')}
      footer={
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          {attempt.isUnsent ? (
            <Button variant="outline" onClick={() => discardWaitingOrder(checkout)}>
              {t('waitingOrder.no')}
            </Button>
          ) : (
            <Button variant="outline" onClick={() => checkout.decideLater()}>
              {t('waitingOrder.notNow')}
            </Button>
          )}
          {isSafe ? (
            <Button onClick={() => void checkout.resend(true)}>{t('waitingOrder.yes')}</Button>
          ) : (
            <Button variant="ink" onClick={() => checkout.discard()}>
              {t('waitingOrder.forget')}
            </Button>
          )}
        </div>
      }
    >
      <p className="rounded-control bg-pending-soft px-4 py-3 text-body">
        {t(
          attempt.isUnsent
            ? 'waitingOrder.neverSent'
            : isSafe
              ? 'waitingOrder.mayHaveArrived'
              : 'waitingOrder.mayHaveArrivedLongAgo',
        )}
      </p>
      <OrderedDishes attempt={attempt} className="mt-4" />
      <p className="mt-3 flex items-baseline justify-between gap-4 border-line border-t pt-3">
        <span className="text-muted">{t('cart.total')}</span>
        <span className="display figures text-xl">{money(attempt.body.total)}</span>
      </p>
    </Dialog>
  )
}

/** An age as `45 minutes ago`; undefined for an impossible one. @param age in milliseconds */
function ageInWords(age: number): string | undefined {
  if (!(age >= 0)) return undefined
  const minutes = Math.floor(age / 60_000)
  const hours = Math.floor(minutes / 60)
  const relativeTime = new Intl.RelativeTimeFormat(language)
  if (hours === 0) return relativeTime.format(-minutes, 'minute')
  return hours < 48 ? relativeTime.format(-hours, 'hour') : relativeTime.format(-Math.floor(hours / 24), 'day')
}
