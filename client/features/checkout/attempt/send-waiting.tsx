import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/parts/button.tsx'
import { checkout } from '../use-checkout.ts'

interface SendWaitingProps {
  isReachable: boolean
  isSending: boolean
}

/** Sends an order that waits, once the server can be reached; until then it says what is missing. */
export function SendWaiting({ isReachable, isSending }: SendWaitingProps) {
  const { t } = useTranslation()
  return (
    <Button disabled={!isReachable} pending={isSending} onClick={() => void checkout.again()}>
      {isSending ? t('checkout.sending') : t(isReachable ? 'waitingOrder.send' : 'waitingOrder.needsConnection')}
    </Button>
  )
}
