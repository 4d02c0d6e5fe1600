import { User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, lineTotal, moneyParts } from '#shared/domain/money.ts'

/** What was ordered, as the kitchen reads it: quantities first, dishes in the restaurant's language, notes in accent. */
export function OrderLines({ order, language }: { order: Order; language: Language }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {order.items.map((line, index) => {
        const { guestName } = line
        return (
          <Line
            key={line.id}
            line={line}
            currency={order.currency}
            language={language}
            // The lines of a shared cart come guest by guest: the guest's name stands above the first of theirs.
            guest={guestName !== order.items[index - 1]?.guestName ? guestName : null}
          />
        )
      })}
    </ul>
  )
}

interface LineProps {
  line: OrderLine
  currency: Currency
  language: Language
  guest: string | null
}

function Line({ line, currency, language, guest }: LineProps) {
  const { t } = useTranslation()
  const name = nameIn(language, line) || t('orders.item', { id: line.menuItemId ?? line.id })
  return (
    <li className="py-2.5 text-[15px]">
      {guest && (
        <span className="mb-1 flex items-center gap-1.5 font-semibold text-[13px] text-muted">
          <User aria-hidden="true" className="size-3.5 shrink-0" />
          {guest}
        </span>
      )}
      <span className="flex items-baseline gap-2">
        <span className="figures min-w-7 shrink-0 font-bold">{line.quantity}×</span>
        <span className="min-w-0 flex-1">
          {name}
          {line.notes && <q className="mt-0.5 block text-[13px] font-semibold text-accent">{line.notes}</q>}
        </span>
        <span className="figures shrink-0">{moneyParts(lineTotal(line), currency).figure}</span>
      </span>
    </li>
  )
}
