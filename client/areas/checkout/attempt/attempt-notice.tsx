import { CloudOff, WifiOff } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useReachable } from '../../../lib/api/use-reachable.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { OrderedDishes } from '../ordered-dishes.tsx'
import { checkout, useCheckout } from '../use-checkout.ts'
import { type OrderAttempt, phaseOf } from './attempt.ts'
import { discardWaitingOrder } from './discard-waiting.ts'
import { SendWaitingOrderButton } from './send-waiting.tsx'

interface AttemptNoticeProps {
  className?: string
  /** Set where the notice replaces a form: it then takes over the focus that was in the form. */
  takesFocus?: boolean
}

/**
 * A notice about an order that waits or whose outcome is not known, with a button to send it. Renders nothing
 * otherwise.
 */
export function AttemptNotice({ className = '', takesFocus = false }: AttemptNoticeProps) {
  const state = useCheckout()
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
  const { t } = useTranslation()
  const { format } = useMoney()
  const isReachable = useReachable()
  return (
    <section ref={ref} tabIndex={-1} aria-label={t('waitingOrder.title')} className={className}>
      <div role="alert">
        <p className="flex items-start gap-2.5 font-semibold">
          <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
          {t('waitingOrder.title')}
        </p>
        <p className="mt-1.5 text-[15px]">{t('waitingOrder.description', { total: format(attempt.body.total) })}</p>
        {checkout.isUnstored && <p className="mt-1.5 font-semibold text-[15px]">{t('waitingOrder.notKept')}</p>}
      </div>
      <OrderedDishes attempt={attempt} className="mt-2.5" />
      <p role="status" className="mt-2.5 text-[15px]">
        {t(isReachable ? 'waitingOrder.connected' : 'waitingOrder.notConnected')}
      </p>
      <p className="mt-1 text-[13px] text-muted">{t('attempt.firstThis')}</p>
      <div className="mt-3.5 grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
        <Button variant="outline" disabled={isSending} onClick={discardWaitingOrder}>
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
  const { t } = useTranslation()
  const { format } = useMoney()
  const total = format(attempt.body.total)
  return (
    <section ref={ref} tabIndex={-1} role="alert" className={className}>
      <p className="flex items-start gap-2.5 font-semibold">
        <WifiOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
        {serverMessage ? t('attempt.heldTitle') : t('attempt.unknownTitle')}
      </p>
      {serverMessage && <p className="mt-1.5 text-[15px] font-medium">{serverMessage}</p>}
      <p className="mt-1.5 text-[15px]">
        {t(serverMessage ? 'attempt.heldDescription' : 'attempt.unknownDescription', { total })}
      </p>
      <p className="mt-1 text-[13px] text-muted">{t('attempt.firstThis')}</p>
      <Button className="mt-3.5 w-full" pending={isSending} onClick={() => void checkout.resend()}>
        {isSending ? t('checkout.sending') : t('common.tryAgain')}
      </Button>
    </section>
  )
}
