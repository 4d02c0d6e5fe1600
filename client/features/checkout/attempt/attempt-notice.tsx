import { CloudOff, WifiOff } from 'lucide-react'
import { type Ref, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../../entities/settings/index.ts'
import { useReachable } from '../../../lib/api/use-reachable.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { OrderedDishes } from '../ordered-dishes.tsx'
import { checkout, useCheckout } from '../use-checkout.ts'
import { type OrderAttempt, phaseOf } from './attempt.ts'
import { discardWaiting } from './discard-waiting.ts'
import { SendWaiting } from './send-waiting.tsx'

interface AttemptNoticeProps {
  className?: string
  /** In a form's place: the focus was in the form, and would be lost with it. */
  takesFocus?: boolean
}

/** Says that an order waits, or that its outcome is not known, and offers to send it. Shows nothing without such an order. */
export function AttemptNotice({ className = '', takesFocus = false }: AttemptNoticeProps) {
  const state = useCheckout()
  const standing = phaseOf(state)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus && standing && document.activeElement === document.body) section.current?.focus()
  }, [takesFocus, standing])
  if (!standing || !('attempt' in state)) return null
  const shown = {
    attempt: state.attempt,
    isSending: state.phase === 'sending',
    ref: section,
    className: `rounded-card outline-none border border-pending bg-pending-soft p-4 text-ink ${className}`,
  }
  if (standing === 'waiting') return <Waiting {...shown} />
  return <Open {...shown} said={state.phase === 'open' ? state.said : undefined} />
}

interface NoticeProps {
  ref: Ref<HTMLElement>
  attempt: OrderAttempt
  isSending: boolean
  className: string
}

/** Nothing of the order has left this phone: it says so, and what is in it. */
function Waiting({ ref, attempt, isSending, className }: NoticeProps) {
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
        {checkout.isForgetful && <p className="mt-1.5 font-semibold text-[15px]">{t('waitingOrder.notKept')}</p>}
      </div>
      <OrderedDishes attempt={attempt} className="mt-2.5" />
      <p role="status" className="mt-2.5 text-[15px]">
        {t(isReachable ? 'waitingOrder.connected' : 'waitingOrder.notConnected')}
      </p>
      <p className="mt-1 text-[13px] text-muted">{t('attempt.firstThis')}</p>
      <div className="mt-3.5 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2.5">
        <Button variant="outline" disabled={isSending} onClick={discardWaiting}>
          {t('waitingOrder.discard')}
        </Button>
        <SendWaiting isReachable={isReachable} isSending={isSending} />
      </div>
    </section>
  )
}

/** The order may have arrived. */
function Open({ ref, attempt, isSending, className, said }: NoticeProps & { said: string | undefined }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const total = format(attempt.body.total)
  return (
    <section ref={ref} tabIndex={-1} role="alert" className={className}>
      <p className="flex items-start gap-2.5 font-semibold">
        <WifiOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
        {said ? t('attempt.heldTitle') : t('attempt.unknownTitle')}
      </p>
      {said && <p className="mt-1.5 text-[15px] font-medium">{said}</p>}
      <p className="mt-1.5 text-[15px]">
        {t(said ? 'attempt.heldDescription' : 'attempt.unknownDescription', { total })}
      </p>
      <p className="mt-1 text-[13px] text-muted">{t('attempt.firstThis')}</p>
      <Button className="mt-3.5 w-full" pending={isSending} onClick={() => void checkout.again()}>
        {isSending ? t('checkout.sending') : t('common.tryAgain')}
      </Button>
    </section>
  )
}
