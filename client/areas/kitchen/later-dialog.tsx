import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Dialog, useTranslation } from '../../ui/index.ts'
import { dishName, LineOptions, pickupText } from '../orders/index.ts'

interface LaterDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  list: readonly { order: Order; lines: readonly OrderLine[] }[]
  className: string
}

/** The orders that the kitchen does not start with yet, each with its time and the dishes of the chosen stations. */
export default function LaterDialog({ open, onOpenChange, list, className }: LaterDialogProps) {
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
          <li key={order.id} className="rounded-card border border-line bg-card p-3">
            <h3 className="display figures flex flex-wrap items-baseline justify-between gap-x-3 text-[1.75rem] leading-tight">
              {order.pickupAt !== null && pickupText(t, order.pickupAt, settings)}
              <span className="text-[1.25rem] text-muted">#{order.id}</span>
            </h3>
            <ul className="mt-1.5 text-[1.125rem]">
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
            {order.notes && <q className="mt-1.5 block font-semibold text-[1.125rem] text-accent">{order.notes}</q>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
