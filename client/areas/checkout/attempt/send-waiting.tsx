import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/parts/button.tsx'
import { checkout } from '../use-checkout.ts'

interface SendWaitingOrderButtonProps {
  isReachable: boolean
  isSending: boolean
}

/**
 * The button that sends a waiting order; disabled, with the reason as its label, while the server cannot be reached.
 */
export function SendWaitingOrderButton({ isReachable, isSending }: SendWaitingOrderButtonProps) {
  const { t } = useTranslation()
  return (
    <Button disabled={!isReachable} pending={isSending} onClick={() => void checkout.resend()}>
      {isSending ? t('checkout.sending') : t(isReachable ? 'waitingOrder.send' : 'waitingOrder.needsConnection')}
    </Button>
  )
}
