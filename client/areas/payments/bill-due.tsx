import { Banknote } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Bill } from '#shared/contracts/bills.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { Button, useTranslation } from '../../ui/index.ts'
import type { Division } from './pay-form.tsx'
import { Due, PaySheet } from './pay-sheet.tsx'

interface BillDueProps {
  /** The method that the guests named when they asked for the bill. */
  asked?: 'cash' | 'card' | null | undefined
  bill: Bill
  division: Division
  isPaying: boolean
  children: ReactNode
}

/** Below a bill: its total, what is paid and due, and the way to pay it. */
export default function BillDue({ bill, division, asked, isPaying: startsPaying, children }: BillDueProps) {
  const { t } = useTranslation()
  const [isPaying, setPaying] = useState(startsPaying)
  const { orderIds: orders, currency, total, paid = 0, due = 0 } = bill
  const guests = bill.guests.map(({ guestName, due = 0 }) => ({ guestName, due }))
  return (
    <>
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-body text-muted">
          {t('bills.total')}
          {paid !== 0 &&
            ` ${formatMoney(total, currency)} · ${t('due.paidOf', { amount: formatMoney(paid, currency) })}`}
        </span>
        <strong className="display ml-auto text-figure">
          <Due due={due} currency={currency} />
        </strong>
      </p>
      <div className="mt-2 grid auto-cols-fr grid-flow-col gap-2">
        {children}
        {due > 0 && (
          <Button size="large" onClick={() => setPaying(true)} className="px-2!">
            <Banknote className="size-5" />
            {t('payments.pay')}
          </Button>
        )}
      </div>
      <p className="mt-2 text-balance text-center text-muted text-sm">{t('payments.notFiscal')}</p>
      <PaySheet
        open={isPaying}
        title={t('common.table', { number: bill.tableNumber })}
        payable={{ orders, currency, due, guests }}
        asked={asked}
        division={division}
        onClose={() => setPaying(false)}
      />
    </>
  )
}
