import { Minus, Plus, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#shared/contracts/bills.ts'
import { nameIn } from '#shared/domain/language.ts'
import { linesTotal, lineTotal, moneyParts } from '#shared/domain/money.ts'
import { equalParts, type GuestLines, MAX_PARTS, MIN_PARTS, mergedLines } from '#shared/domain/orders/bill.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { Money } from '../../ui/parts/money.tsx'

type BillLine = Bill['lines'][number]

/** The dishes with their quantities and sums, in the restaurant's language; each dish once. */
export function BillLines({ bill, lines }: { bill: Bill; lines: readonly BillLine[] }) {
  const { t } = useTranslation()
  const { language } = useSettings()
  return (
    <ul className="divide-y divide-line border-line border-y">
      {mergedLines(lines).map((line) => (
        <li key={line.id} className="flex items-baseline gap-3 py-2 text-[15px]">
          <span className="figures min-w-7 shrink-0 font-bold">{line.quantity} ×</span>
          <span className="min-w-0 flex-1 break-words">
            {nameIn(language, line) || t('orders.item', { id: line.menuItemId ?? line.id })}
          </span>
          <Money parts={moneyParts(lineTotal(line), bill.currency)} className="font-semibold" />
        </li>
      ))}
    </ul>
  )
}

interface GuestSumsProps {
  bill: Bill
  guests: readonly GuestLines<BillLine>[]
  isPrinting: boolean
  onPrint: (guest: GuestLines<BillLine>) => void
}

/** What each guest pays, with the dishes; each can be printed alone. */
export function GuestSums({ bill, guests, isPrinting, onPrint }: GuestSumsProps) {
  const { t } = useTranslation()
  return (
    <ul className="space-y-4">
      {guests.map((guestLines) => {
        const guest = guestLines.guest ?? t('bills.wholeTable')
        return (
          <li key={guestLines.guest}>
            <div className="flex items-center gap-2 pb-1.5">
              <h3 className="min-w-0 flex-1 break-words font-semibold">{guest}</h3>
              <Money parts={moneyParts(linesTotal(guestLines.lines), bill.currency)} className="font-bold text-lg" />
              <IconButton
                label={t('bills.printOf', { guest })}
                variant="outline"
                disabled={isPrinting}
                onClick={() => onPrint(guestLines)}
              >
                <Printer aria-hidden="true" className="size-5" />
              </IconButton>
            </div>
            <BillLines bill={bill} lines={guestLines.lines} />
          </li>
        )
      })}
    </ul>
  )
}

interface EqualPartsProps {
  bill: Bill
  count: number
  onCount: (count: number) => void
}

/** How many people pay, and how much each of them pays. */
export function EqualParts({ bill, count, onCount }: EqualPartsProps) {
  const { t } = useTranslation()
  const parts = equalParts(bill.total, count)
  const [first = 0, last = 0] = [parts[0], parts.at(-1)]
  return (
    <div className="divide-y divide-line border-line border-y">
      <Fact label={t('bills.people')}>
        <span className="flex h-14 items-center rounded-full bg-sunk px-1">
          <IconButton
            label={t('bills.fewer')}
            disabled={count <= MIN_PARTS}
            onClick={() => onCount(count - 1)}
            className="size-12! rounded-full!"
          >
            <Minus aria-hidden="true" className="size-5" />
          </IconButton>
          <output aria-label={t('bills.people')} className="figures min-w-8 text-center font-bold text-xl">
            {count}
          </output>
          <IconButton
            label={t('bills.more')}
            disabled={count >= MAX_PARTS}
            onClick={() => onCount(count + 1)}
            className="size-12! rounded-full!"
          >
            <Plus aria-hidden="true" className="size-5" />
          </IconButton>
        </span>
      </Fact>
      <Fact label={t('bills.each')}>
        <Money parts={moneyParts(first, bill.currency)} className="display text-[26px]" />
      </Fact>
      {last !== first && (
        <Fact label={t('bills.last')}>
          <Money parts={moneyParts(last, bill.currency)} className="font-bold text-lg" />
        </Fact>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-16 items-center justify-between gap-3 py-2">
      <span className="font-semibold">{label}</span>
      {children}
    </div>
  )
}
