import { Check, CheckCheck, ChevronDown, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { formatMoney, lineTotal, moneyParts } from '#shared/domain/money.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { ActionMenu, Badge, cx, IconButton, useTranslation } from '../../ui/index.ts'
import { dishName, isLateOrder, LATE_HEAD, LineOptions, linesDone, PART, setOrderStatus } from '../orders/index.ts'
import { DeliveredButton } from './task-list.tsx'

interface RoundCardProps {
  round: Order
  /** Counted from the table's oldest open order. */
  number: number
  isOnly: boolean
}

/** One order of a table with its lines; a served one is folded beside others (docs/product/floor.md#floor-table). */
export function RoundCard({ round, number, isOnly }: RoundCardProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  const isLate = isLateOrder(round, settings, useServerNow())
  const isServed = round.status === 'delivered'
  const [isUnfolded = isOnly, setUnfolded] = useState<boolean>()
  const title = t('floor.roundTitle', { number })
  const time = formatTime(round.createdAt, settings.timeZone)
  if (isServed && !isUnfolded)
    return (
      <section aria-label={title} className="rounded-card bg-card shadow-soft">
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setUnfolded(true)}
          className="flex min-h-14 w-full items-center gap-2 rounded-card px-3.5 text-left"
        >
          <RoundTitle title={title} facts={`${time} · ${t('floor.products', { count: linesDone(round).all })}`} />
          <StatusBadge round={round} />
          <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        </button>
      </section>
    )
  return (
    <section
      aria-label={title}
      className={cx(
        'rounded-card border-2 bg-card px-3.5 pb-2 shadow-soft',
        round.status === 'ready' ? 'border-ready' : 'border-transparent',
      )}
    >
      <div
        className={cx(
          'flex min-h-13 items-center gap-2',
          isLate && `-mx-3.5 rounded-t-[calc(var(--radius-card)-2px)] px-3.5 ${LATE_HEAD}`,
        )}
      >
        <RoundTitle title={title} facts={`#${round.id} · ${time}`} />
        {isLate && <strong className="font-bold text-body">{t('kitchen.late')}</strong>}
        <StatusBadge round={round} />
        {isServed ? (
          <IconButton label={t('common.showLess')} onClick={() => setUnfolded(false)} className="-mr-2">
            <ChevronDown aria-hidden="true" className="size-4.5 rotate-180 text-muted" />
          </IconButton>
        ) : (
          <RoundActions round={round} number={number} />
        )}
      </div>
      <ul className="divide-y divide-line border-line border-t">
        {round.items.map((line) => (
          <RoundLine key={line.id} round={round} line={line} />
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

/** On a narrow phone the facts are below the title, so that the time is never cut. */
function RoundTitle({ title, facts }: { title: string; facts: string }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1.5">
      <h3 className="font-bold">{title}</h3>
      <span className="text-muted text-sm">{facts}</span>
    </span>
  )
}

function StatusBadge({ round }: { round: Order }) {
  const { t } = useTranslation()
  const { done, all } = linesDone(round)
  const isPartlyDone = round.status === 'preparing' && done > 0
  const word = isPartlyDone ? t('floor.doneOfAll', { done, all }) : t(`orders.status.${round.status}`)
  return (
    <Badge tone={round.status} className="shrink-0 px-3 py-1.5 text-small">
      {word}
    </Badge>
  )
}

/** The rare actions of a round; cancelling asks for confirmation. */
function RoundActions({ round, number }: Omit<RoundCardProps, 'isOnly'>) {
  const { t } = useTranslation()
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
    <ActionMenu
      trigger={
        <IconButton label={t('floor.actions', { number })} className="-mr-2.5 text-muted">
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
      actions={[{ label: `${t('floor.cancelRound')}…`, isDangerous: true, onChoose: () => void cancel() }]}
    />
  )
}

const ROW = 'flex min-h-11 w-full items-baseline gap-2 py-2.5 text-left'

function RoundLine({ round, line }: { round: Order; line: OrderLine }) {
  const { t, language } = useTranslation()
  const name = dishName(t, language, line)
  const isPart = line.partOf !== null
  const row = (
    <>
      <span className="figures min-w-7 shrink-0 font-bold">{line.quantity}×</span>
      <span className="min-w-0 flex-1 font-medium">
        {name}
        <LineOptions options={line.options} language={language} />
        {line.notes && <q className="block font-semibold text-accent text-sm">{line.notes}</q>}
        {line.guestName && !isPart && <span className="block font-normal text-muted text-sm">{line.guestName}</span>}
      </span>
      {line.doneAt != null && (
        <span className="shrink-0 self-start pt-0.5 text-ready">
          <Check aria-hidden="true" className="size-4.5" />
          <span className="sr-only">{t('floor.done')}</span>
        </span>
      )}
      {(!isPart || line.price > 0) && (
        <span className="figures shrink-0 text-muted">{moneyParts(lineTotal(line), round.currency).figure}</span>
      )}
    </>
  )
  return (
    <li className="text-body">
      {line.quantity > 0 && isPart && <div className={cx(ROW, PART)}>{row}</div>}
      {line.quantity > 0 && !isPart && (
        <button
          type="button"
          title={t('orders.takeOff.open')}
          aria-haspopup="dialog"
          onClick={() => openDialog('takeOff', { orderId: round.id, itemId: line.id })}
          className={`${ROW} -mx-2 w-[calc(100%+1rem)]! rounded-chip px-2 transition-colors hover:bg-sunk`}
        >
          {row}
        </button>
      )}
      {line.removedQuantity > 0 && (
        <s className={cx(ROW, 'text-muted', isPart && PART)}>
          <span className="sr-only">{t('orders.takeOff.takenOff')} </span>
          <span className="figures min-w-7 shrink-0 font-bold">{line.removedQuantity}×</span>
          <span className="min-w-0 flex-1">{name}</span>
        </s>
      )}
    </li>
  )
}
