import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../entities/settings/index.ts'
import { Button } from '../../ui/button.tsx'
import { checkout, useCheckout } from './use-checkout.ts'

/**
 * Says that the outcome of an order is not known, and offers to send the same order again. Shows nothing without such an
 * order, or while it is being sent for the first time.
 */
export function OpenAttempt({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const state = useCheckout()
  const sendingAgain = state.phase === 'sending' && state.again
  if (state.phase !== 'open' && !sendingAgain) return null
  const said = state.phase === 'open' ? state.said : undefined
  const total = format(state.attempt.body.total)
  return (
    <section
      role="alert"
      className={`rounded-card border border-pending bg-pending-soft p-4 text-ink ${className ?? ''}`}
    >
      <p className="flex items-start gap-2.5 font-semibold">
        <WifiOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
        {said ? t('checkout.heldTitle') : t('checkout.unknownTitle')}
      </p>
      {said && <p className="mt-1.5 text-[15px] font-medium">{said}</p>}
      <p className="mt-1.5 text-[15px]">
        {t(said ? 'checkout.heldDescription' : 'checkout.unknownDescription', { total })}
      </p>
      <p className="mt-1 text-[13px] text-muted">{t('checkout.firstThis')}</p>
      <Button className="mt-3.5 w-full" pending={sendingAgain} onClick={() => void checkout.again()}>
        {sendingAgain ? t('checkout.sending') : t('common.tryAgain')}
      </Button>
    </section>
  )
}
