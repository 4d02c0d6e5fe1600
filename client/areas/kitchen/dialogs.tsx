import { Undo2 } from 'lucide-react'
import type { Order } from '#shared/contracts/orders.ts'
import { formatTime } from '#shared/i18n/format.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Button, Dialog, language, t } from '../../ui/index.ts'
import { type DishToMake, dishName, LineRow, pickupText, placeOf, sellOut, WhatIsLeft } from '../orders/index.ts'
import { guestOfLine, type IsMine, isToCook } from './cards.ts'
import { nameOf, type Recallable, tickLines } from './stations.ts'

interface ListDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const LIST = 'flex flex-col gap-4'
const FRAME = 'card-face p-3'

/** What the chosen stations have finished, each line with a tap that calls it back. */
export function RecallDialog({ list, ...dialog }: ListDialogProps & { list: readonly Recallable[] }) {
  return (
    <Dialog
      {...dialog}
      title={t('kitchen.recall.open')}
      description={t('kitchen.recall.description')}
      className="large-controls"
    >
      {list.length === 0 && <p className="text-lg">{t('kitchen.recall.none')}</p>}
      <ul className={LIST}>
        {list.map(({ order, lines, doneAt }) => {
          return (
            <li key={order.id} className={FRAME}>
              <div className="flex items-center gap-3">
                <h3 className="display min-w-0 flex-1 break-words text-2xl leading-tight">{nameOf(t, order)}</h3>
                <span className="figures text-base text-muted">
                  {order.tableNumber === null ? placeOf(t, order) : `#${order.id}`} ·{' '}
                  {formatTime(new Date(doneAt), timeZone)}
                </span>
              </div>
              <div className="mt-2 flex flex-col gap-2">
                {lines.map((line) => (
                  <Button
                    key={line.id}
                    variant="outline"
                    size="large"
                    className="justify-start! text-left! text-lg!"
                    onClick={() => void tickLines([{ order, line }], false)}
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
              </div>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

interface LaterDialogProps extends ListDialogProps {
  list: readonly Order[]
  isMine: IsMine
}

/** The orders that the kitchen does not start with yet, each with its time and the dishes of the chosen stations. */
export function LaterDialog({ list, isMine, ...dialog }: LaterDialogProps) {
  const settings = useSettings()
  return (
    <Dialog
      {...dialog}
      title={t('kitchen.later')}
      description={t('kitchen.laterDescription')}
      className="large-controls"
    >
      <ul className={LIST}>
        {list.map((order) => (
          <li key={order.id} className={FRAME}>
            <h3 className="display figures flex flex-wrap items-baseline justify-between gap-x-3 text-figure leading-tight">
              {order.pickupAt !== null && pickupText(t, order.pickupAt, settings)}
              <span className="text-xl text-muted">#{order.id}</span>
            </h3>
            <ul className="mt-1.5 text-lg">
              {order.items
                .filter((line) => isMine(line) && isToCook(line))
                .map((line) => (
                  <LineRow key={line.id} line={{ ...line, removedQuantity: 0 }} />
                ))}
            </ul>
            {order.notes && <q className="mt-1.5 block font-semibold text-lg text-accent">{order.notes}</q>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Asks before a dish is marked as sold out; its options are marked by a tap. */
export async function askToSellOut(t: TFunction, { menuItemId }: DishToMake, name: string): Promise<void> {
  if (menuItemId === null) return
  const isConfirmed = await confirm({
    title: t('kitchen.sidebar.soldOutTitle', { name }),
    description: t('orders.soldOut.hint'),
    confirm: t('orders.soldOut.mark'),
    body: <WhatIsLeft menuItemId={menuItemId} />,
  })
  if (isConfirmed) void sellOut({ menuItemId, name })
}
