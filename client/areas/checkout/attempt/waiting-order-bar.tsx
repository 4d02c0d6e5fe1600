import { ChevronUp, CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useReachable } from '../../../lib/api/use-reachable.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { useOrderedDishes } from '../ordered-dishes.tsx'
import { useCheckout } from '../use-checkout.ts'
import { type OrderAttempt, phaseOf } from './attempt.ts'
import { SendWaitingOrderButton } from './send-waiting.tsx'

interface WaitingOrderBarProps {
  /** Opens the cart, which shows the whole notice. */
  onDetails: () => void
}

/** A bar about a waiting order, always visible above the cart button. Renders nothing without one. */
export function WaitingOrderBar({ onDetails }: WaitingOrderBarProps) {
  const state = useCheckout()
  if (phaseOf(state) !== 'waiting' || !('attempt' in state)) return null
  return <Bar attempt={state.attempt} isSending={state.phase === 'sending'} onDetails={onDetails} />
}

function Bar({ attempt, isSending, onDetails }: WaitingOrderBarProps & { attempt: OrderAttempt; isSending: boolean }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const dishes = useOrderedDishes(attempt)
  const isReachable = useReachable()
  return (
    <section
      aria-label={t('waitingOrder.title')}
      className="sticky bottom-[calc(max(1.25rem,env(safe-area-inset-bottom))+4.75rem)] z-20 mx-4 mt-4 max-w-xl rounded-card border border-pending bg-pending-soft text-ink shadow-lift md:bottom-[108px] md:mx-10"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onDetails}
        className="block w-full rounded-card px-4 pt-3 pb-1 text-left"
      >
        <span className="flex items-center gap-2.5 font-semibold text-[15px]">
          <CloudOff aria-hidden="true" className="size-5 shrink-0 text-pending" />
          <span className="min-w-0 flex-1">{t('waitingOrder.title')}</span>
          <span className="figures shrink-0">{format(attempt.body.total)}</span>
          <ChevronUp aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        </span>
        <span className="mt-1 line-clamp-1 break-all text-[13px]">{dishes.map(({ text }) => text).join(', ')}</span>
      </button>
      <div className="flex items-center gap-3 px-4 pb-3">
        <p className="min-w-0 flex-1 text-[13px] leading-snug">{t('waitingOrder.unknownToKitchen')}</p>
        <SendWaitingOrderButton isReachable={isReachable} isSending={isSending} />
      </div>
    </section>
  )
}
