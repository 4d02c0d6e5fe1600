import { CloudOff } from 'lucide-react'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { useServerNow } from '../../../lib/clock/server-clock.ts'
import { currency } from '../../../lib/settings/settings.ts'
import { Button, language, t } from '../../../ui/index.ts'
import { type CheckoutState, isAsking, isDiscardable, isSafeToSend, phaseOf } from '../../checkout/index.ts'
import { agoText } from '../tables.ts'
import { tableCheckout, waitingAttempt } from './round-drafts.ts'

/** A round that waits to be sent, above the table's other rounds (docs/product/floor.md#floor-waiting). */
export function WaitingRound({ tableId, state }: { tableId: number; state: CheckoutState }) {
  const now = useServerNow()
  const attempt = waitingAttempt(state)
  if (!attempt) return null
  const checkout = tableCheckout(tableId)
  // In the order of its lines, each with its options.
  const names = attempt.shown.map((dish) => nameIn(language, dish))
  const isOpen = phaseOf(state) === 'open'
  const mayDiscard = isDiscardable(attempt, Date.now())
  return (
    <section
      role="alert"
      aria-label={t('floor.unsentTitle')}
      className="rounded-card border-2 border-pending bg-pending-soft px-3.5 pt-3 pb-3.5"
    >
      <h3 className="flex items-center gap-2 font-bold text-pending">
        <CloudOff aria-hidden="true" className="size-5 shrink-0" />
        {t(isOpen ? 'floor.unknownTitle' : 'floor.unsentTitle')}
      </h3>
      <p className="mt-1 text-body">{t(isOpen ? 'floor.unknownText' : 'floor.unsentText')}</p>
      <p className="mt-1 text-body">
        {attempt.body.items.map(({ quantity }, i) => `${quantity}× ${names?.[i] ?? ''}`).join(', ')} ·{' '}
        {formatMoney(attempt.body.total, currency)} · {agoText(new Date(attempt.at).toISOString(), now)}
      </p>
      {attempt.body.notes && <q className="mt-1 block font-semibold text-accent text-sm">{attempt.body.notes}</q>}
      {isAsking(state) && <p className="mt-2 font-semibold text-body">{t('floor.stillWanted')}</p>}
      <div className="mt-3 flex gap-2">
        {isSafeToSend(attempt, Date.now()) && (
          <Button
            pending={state.phase === 'sending'}
            onClick={() => void checkout.resend(isAsking(state))}
            className="min-h-12 flex-1"
          >
            {t('floor.sendNow')}
          </Button>
        )}
        {mayDiscard && (
          <Button
            variant="outline"
            disabled={state.phase === 'sending'}
            onClick={() => checkout.discard()}
            className="min-h-12"
          >
            {t('floor.discard')}
          </Button>
        )}
      </div>
    </section>
  )
}
