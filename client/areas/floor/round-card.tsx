import { Check, CheckCheck } from 'lucide-react'
import type { Order } from '#shared/contracts/orders.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Badge, cx, MoreMenu, t } from '../../ui/index.ts'
import {
  CardHead,
  guestText,
  isLateOrder,
  LineRow,
  linesDone,
  moveOn,
  setOrderStatus,
  takeOffTap,
} from '../orders/index.ts'
import { DeliveredButton } from './task-list.tsx'

/** One order of a table with its lines (docs/product/floor.md#floor-table). */
export function RoundCard({ round, number }: { round: Order; number: number }) {
  const settings = useSettings()
  const isLate = isLateOrder(round, settings, useServerNow())
  const { done, all } = linesDone(round)
  const title = t('floor.roundTitle', { number })
  const cancel = async () => {
    const isConfirmed = await confirm({
      title: t('floor.cancelTitle', { number }),
      description: t('floor.cancelDescription', { total: formatMoney(round.total, round.currency) }),
      confirm: t('floor.cancelRound'),
      cancel: t('floor.keepRound'),
      isDestructive: true,
    })
    if (isConfirmed) void setOrderStatus(round, 'cancelled')
  }
  return (
    <section
      aria-label={title}
      className={cx(
        'rounded-card border-2 bg-card px-3.5 pb-2 shadow-soft',
        round.status === 'ready' ? 'border-ready' : 'border-transparent',
      )}
    >
      <CardHead isLate={isLate} className="-mx-3.5 flex min-h-13 flex-wrap items-center gap-x-2 px-3.5">
        {/* On a narrow phone the facts are below the title, so that the time is never cut. */}
        <span className="flex min-w-0 flex-[1_1_6rem] flex-wrap items-baseline gap-x-2 py-1.5">
          <h3 className="font-bold">{title}</h3>
          <span className={cx('text-sm', !isLate && 'text-muted')}>
            #{round.id} · {formatTime(round.createdAt, settings.timeZone)}
          </span>
        </span>
        {isLate && <strong className="font-bold text-body">{t('kitchen.late')}</strong>}
        <Badge tone={round.status} className="shrink-0 px-3 py-1.5 text-small">
          {round.status === 'preparing' && done > 0
            ? t('floor.doneOfAll', { done, all })
            : t(`orders.status.${round.status}`)}
        </Badge>
        {round.status !== 'delivered' && (
          <MoreMenu
            label={t('floor.actions', { number })}
            variant={isLate ? 'onInk' : 'quiet'}
            className={cx('-mr-2.5', !isLate && 'text-muted')}
            actions={[
              // What the waiter carries without the kitchen is never ready.
              ...(round.status === 'ready'
                ? []
                : [{ label: t('orders.moveOn.delivered'), onChoose: () => void moveOn(round, 'delivered') }]),
              { label: `${t('floor.cancelRound')}…`, isDangerous: true, onChoose: () => void cancel() },
            ]}
          />
        )}
      </CardHead>
      <ul className="divide-y divide-line border-line border-t">
        {round.items.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            currency={round.currency}
            tap={takeOffTap(t, round, line)}
            className="text-body"
            below={
              line.partOf === null && (
                <span className="block text-muted text-sm">{guestText(line.guestName ?? '')}</span>
              )
            }
            mark={
              line.doneAt != null && (
                <span className="flex shrink-0 items-center gap-1 self-start pt-0.5 font-semibold text-ready">
                  <Check aria-hidden="true" className="size-4.5" />
                  {/* Which ones can be carried already. */}
                  <span className={cx(round.status !== 'preparing' && 'sr-only')}>{t('floor.done')}</span>
                </span>
              )
            }
          />
        ))}
      </ul>
      {round.notes && <q className="block pb-2 font-semibold text-accent text-sm">{round.notes}</q>}
      {round.status === 'ready' && (
        <DeliveredButton round={round} what={title} className="mt-1 mb-1.5 min-h-13 w-full text-base">
          <CheckCheck aria-hidden="true" className="size-5" />
        </DeliveredButton>
      )}
    </section>
  )
}
