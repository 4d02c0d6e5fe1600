import { useTranslation } from 'react-i18next'
import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { type Currency, lineTotal, moneyParts } from '#shared/domain/money.ts'

/** What was ordered, as the kitchen reads it: quantities first, dishes in the restaurant's language, notes in accent. */
export function OrderLines({ order, language }: { order: Order; language: Language }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {order.items.map((line) => (
        <Line key={line.id} line={line} currency={order.currency} language={language} />
      ))}
    </ul>
  )
}

function Line({ line, currency, language }: { line: OrderLine; currency: Currency; language: Language }) {
  const { t } = useTranslation()
  const name = nameIn(language, line) || t('orders.item', { id: line.menuItemId ?? line.id })
  return (
    <li className="flex items-baseline gap-2 py-2.5 text-[15px]">
      <span className="figures min-w-7 shrink-0 font-bold">{line.quantity}×</span>
      <span className="min-w-0 flex-1">
        {name} {line.guestName && <span className="text-[13px] text-muted">{line.guestName}</span>}
        {line.notes && <span className="mt-0.5 block text-[13px] font-semibold text-accent">“{line.notes}”</span>}
      </span>
      <span className="figures shrink-0">{moneyParts(lineTotal(line), currency).figure}</span>
    </li>
  )
}
