import { Undo2 } from 'lucide-react'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Dialog, useTranslation } from '../../ui/index.ts'
import { dishName, LineOptions, pickupText, placeOf } from '../orders/index.ts'
import { nameOf } from './card-head.tsx'
import { guestOfLine } from './cards.ts'
import { tickLines } from './seen.ts'
import { LARGE_TARGETS, type Recallable } from './stations.ts'

interface RecallDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  list: readonly Recallable[]
  language: Language
  timeZone: string
}

export function RecallDialog({ open, onOpenChange, list, language, timeZone }: RecallDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('kitchen.recall.open')}
      description={t('kitchen.recall.description')}
      className={LARGE_TARGETS}
    >
      {list.length === 0 && <p className="text-lg">{t('kitchen.recall.none')}</p>}
      <ul className="flex flex-col gap-4">
        {list.map((one) => (
          <RecallableOrder key={one.order.id} one={one} language={language} timeZone={timeZone} />
        ))}
      </ul>
    </Dialog>
  )
}

interface RecallableOrderProps {
  one: Recallable
  language: Language
  timeZone: string
}

function RecallableOrder({ one: { order, lines, doneAt }, language, timeZone }: RecallableOrderProps) {
  const { t } = useTranslation()
  const name = nameOf(t, order)
  return (
    <li className="card-face p-3">
      <div className="flex items-center gap-3">
        <h3 className="display min-w-0 flex-1 break-words text-2xl leading-tight">{name}</h3>
        <span className="figures text-base text-muted">
          {order.tableNumber === null ? placeOf(t, order) : `#${order.id}`} · {formatTime(new Date(doneAt), timeZone)}
        </span>
      </div>
      <div className="mt-2 flex flex-col gap-2">
        {lines.map((line) => (
          <Button
            key={line.id}
            variant="outline"
            size="large"
            className="justify-start! text-left! text-lg!"
            onClick={() => void tickLines([{ order, line }], false, language)}
          >
            <Undo2 aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 break-words">
              {line.quantity} {dishName(t, language, line)}
              {guestOfLine(order, line) && (
                <span className="block font-medium text-base">{guestOfLine(order, line)}</span>
              )}
            </span>
          </Button>
        ))}
        {lines.length > 1 && (
          <Button
            variant="ink"
            size="large"
            aria-label={t('kitchen.recall.allOf', { name })}
            onClick={() =>
              void tickLines(
                lines.map((line) => ({ order, line })),
                false,
                language,
              )
            }
          >
            {t('kitchen.recall.all')}
          </Button>
        )}
      </div>
    </li>
  )
}

interface LaterDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  list: readonly { order: Order; lines: readonly OrderLine[] }[]
  className: string
}

/** The orders that the kitchen does not start with yet, each with its time and the dishes of the chosen stations. */
export function LaterDialog({ open, onOpenChange, list, className }: LaterDialogProps) {
  const { t, language } = useTranslation()
  const settings = useSettings()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('kitchen.later')}
      description={t('kitchen.laterDescription')}
      className={className}
    >
      <ul className="flex flex-col gap-4">
        {list.map(({ order, lines }) => (
          <li key={order.id} className="card-face p-3">
            <h3 className="display figures flex flex-wrap items-baseline justify-between gap-x-3 text-figure leading-tight">
              {order.pickupAt !== null && pickupText(t, order.pickupAt, settings)}
              <span className="text-xl text-muted">#{order.id}</span>
            </h3>
            <ul className="mt-1.5 text-lg">
              {lines.map((line) => (
                <li key={line.id} className="flex gap-3 py-1">
                  <span className="figures min-w-6 shrink-0 font-bold">{line.quantity}</span>
                  <span className="min-w-0 break-words">
                    {dishName(t, language, line)}
                    <LineOptions options={line.options} language={language} />
                    {line.notes && <q className="block font-semibold text-accent">{line.notes}</q>}
                  </span>
                </li>
              ))}
            </ul>
            {order.notes && <q className="mt-1.5 block font-semibold text-lg text-accent">{order.notes}</q>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
