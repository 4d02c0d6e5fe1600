import { Undo2 } from 'lucide-react'
import type { Language } from '#shared/domain/language.ts'
import { formatTime } from '../../lib/words/format.ts'
import { Button, Dialog, useTranslation } from '../../ui/index.ts'
import { dishName, placeOf } from '../orders/index.ts'
import { nameOf } from './card-head.tsx'
import { guestOfLine } from './cards.ts'
import { LARGE_TARGETS, type Recallable } from './stations.ts'
import { tickLines } from './ticks.ts'

interface RecallDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  list: readonly Recallable[]
  language: Language
  timeZone: string
}

export default function RecallDialog({ open, onOpenChange, list, language, timeZone }: RecallDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('kitchen.recall.open')}
      description={t('kitchen.recall.description')}
      className={LARGE_TARGETS}
    >
      {list.length === 0 && <p className="text-[1.125rem]">{t('kitchen.recall.none')}</p>}
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
    <li className="rounded-card border border-line bg-card p-3">
      <div className="flex items-center gap-3">
        <h3 className="display min-w-0 flex-1 break-words text-[1.5rem] leading-tight">{name}</h3>
        <span className="figures text-[1rem] text-muted">
          {order.tableNumber === null ? placeOf(t, order) : `#${order.id}`} · {formatTime(new Date(doneAt), timeZone)}
        </span>
      </div>
      <div className="mt-2 flex flex-col gap-2">
        {lines.map((line) => (
          <Button
            key={line.id}
            variant="outline"
            size="large"
            className="justify-start! text-left! text-[1.125rem]!"
            onClick={() => void tickLines([{ order, line }], false, language)}
          >
            <Undo2 aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 break-words">
              {line.quantity} {dishName(t, language, line)}
              {guestOfLine(order, line) && (
                <span className="block font-medium text-[1rem]">{guestOfLine(order, line)}</span>
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
