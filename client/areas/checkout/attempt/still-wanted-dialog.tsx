import { useTranslation } from 'react-i18next'
import type { Language } from '#shared/domain/language.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useWhileOpen } from '../../../ui/overlays/use-while-open.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { OrderedDishes } from '../ordered-dishes.tsx'
import { checkout, useCheckout } from '../use-checkout.ts'
import { isAsking, isSafeToSend } from './attempt.ts'
import { discardWaitingOrder } from './discard-waiting.ts'

/** Asks whether an old order is still wanted (docs/product/checkout.md#checkout-still-wanted). */
export function StillWantedDialog() {
  const { t } = useTranslation()
  const { format } = useMoney()
  const language = useLanguage()
  const state = useCheckout()
  const open = isAsking(state)
  const askedState = useWhileOpen(open, open ? state : undefined)
  if (!askedState) return null
  const { attempt, askedAt } = askedState
  const isSafe = isSafeToSend(attempt, askedAt)
  const age = ageInWords(askedAt - attempt.at, language)
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
            <Button variant="outline" onClick={discardWaitingOrder}>
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
      <p className="rounded-control bg-pending-soft px-4 py-3 text-[15px]">
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
        <span className="display figures text-xl">{format(attempt.body.total)}</span>
      </p>
    </Dialog>
  )
}

/** An age as `45 minutes ago`; undefined for an impossible one. @param age in milliseconds */
function ageInWords(age: number, language: Language): string | undefined {
  if (!(age >= 0)) return undefined
  const minutes = Math.floor(age / 60_000)
  const hours = Math.floor(minutes / 60)
  const relativeTime = new Intl.RelativeTimeFormat(language)
  if (hours === 0) return relativeTime.format(-minutes, 'minute')
  return hours < 48 ? relativeTime.format(-hours, 'hour') : relativeTime.format(-Math.floor(hours / 24), 'day')
}
