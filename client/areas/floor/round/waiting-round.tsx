import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { createValue } from '../../../lib/browser/create-value.ts'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/language.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { i18n, useTranslation } from '../../../ui/translation.ts'
import {
  attemptStore,
  type Checkout,
  type CheckoutState,
  isAsking,
  isDiscardable,
  isSafeToSend,
  type OrderAttempt,
  openCheckout,
  phaseOf,
} from '../../checkout/index.ts'
import { agoText } from '../table-state.ts'
import { dropRoundDraft } from './round-drafts.ts'

/*
 * How rounds are sent: like a guest's order, but with a checkout for each table, so that a round that waits for the
 * network does not delay those of other tables (docs/product/floor.md#floor-waiting).
 */

const checkouts = new Map<number, Checkout>()
const states = createValue<ReadonlyMap<number, CheckoutState>>(new Map())

/** The checkout of a table's rounds. */
export function tableCheckout(tableId: number): Checkout {
  const existing = checkouts.get(tableId)
  if (existing) return existing
  const checkout = openCheckout(attemptStore(`round.${tableId}`, 1))
  checkouts.set(tableId, checkout)
  checkout.subscribe(publish)
  checkout.follow({
    placed(_attempt, { id, tableNumber }) {
      dropRoundDraft(tableId)
      checkout.acknowledge()
      toast({ title: i18n.t('floor.sent', { number: tableNumber }), description: i18n.t('orders.order', { id }) })
    },
  })
  return checkout
}

function publish(): void {
  states.set(new Map([...checkouts].map(([tableId, checkout]) => [tableId, checkout.state()])))
}

const IDLE: CheckoutState = { phase: 'idle' }

/** What has become of a table's round. */
export function useTableCheckout(tableId: number): CheckoutState {
  return states.use((byTable) => byTable.get(tableId) ?? IDLE)
}

/** The same for all tables, including rounds that an earlier visit has left. */
export function useTableCheckouts(tableIds: readonly number[]): ReadonlyMap<number, CheckoutState> {
  const ids = tableIds.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new at each fetch, its ids are not.
  useEffect(() => {
    for (const id of tableIds) tableCheckout(id)
    publish()
  }, [ids])
  return states.use()
}

/** The attempt of a round that was not sent, or whose outcome is not known; undefined for any other state. */
export function waitingAttempt(state: CheckoutState | undefined): OrderAttempt | undefined {
  return state && phaseOf(state) && 'attempt' in state ? state.attempt : undefined
}

/** A round that waits to be sent, above the table's other rounds (docs/product/floor.md#floor-waiting). */
export function WaitingRound({ tableId, state }: { tableId: number; state: CheckoutState }) {
  const { t } = useTranslation()
  const { currency } = useSettings()
  const language = useLanguage()
  const now = useServerNow()
  const attempt = waitingAttempt(state)
  if (!attempt) return null
  const checkout = tableCheckout(tableId)
  // In the order of its lines, each with its options.
  const names = attempt.shown?.map((dish) => nameIn(language, { name: '', ...dish }))
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
      <p className="mt-1 text-[15px]">{t(isOpen ? 'floor.unknownText' : 'floor.unsentText')}</p>
      <p className="mt-1 text-[15px]">
        {attempt.body.items.map(({ quantity }, i) => `${quantity}× ${names?.[i] ?? ''}`).join(', ')} ·{' '}
        {formatMoney(attempt.body.total, currency)} · {agoText(t, new Date(attempt.at).toISOString(), now)}
      </p>
      {attempt.body.notes && <q className="mt-1 block font-semibold text-accent text-sm">{attempt.body.notes}</q>}
      {isAsking(state) && <p className="mt-2 font-semibold text-[15px]">{t('floor.stillWanted')}</p>}
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
