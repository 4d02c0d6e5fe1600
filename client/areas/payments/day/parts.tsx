import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Day, OpenDay } from '#shared/contracts/days.ts'
import { type Currency, moneyParts } from '#shared/domain/money.ts'
import { type DaySection, dayReport } from '#shared/domain/printing/day-report.ts'
import { dayOnPaper } from '#shared/domain/printing/day-sections.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, Card, Money, useTranslation } from '../../../ui/index.ts'
import { printAtPrinter, usePrint } from '../../printing/index.ts'

interface FiguresProps {
  rows: DaySection['rows']
  currency: Currency
  actionOf?: (index: number) => ReactNode
}

export function FigureList({ rows, currency, actionOf }: FiguresProps) {
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ label, note, amount }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
        <li key={i} className="flex items-center gap-3 py-2 text-[15px]">
          <span className="min-w-0 flex-1 break-words">
            {label} {note && <span className="text-muted text-sm">{note}</span>}
          </span>
          <Money parts={moneyParts(amount, currency)} className="font-semibold" />
          {actionOf?.(i)}
        </li>
      ))}
    </ul>
  )
}

type SectionCardProps = Omit<FiguresProps, 'rows'> & { section: DaySection; children?: ReactNode }

export function SectionCard({ section: { title, total, rows }, children, ...figures }: SectionCardProps) {
  return (
    <Card className="mb-4 break-inside-avoid px-5 py-4">
      <section aria-label={title}>
        <div className="flex items-baseline justify-between gap-3 border-line border-b pb-2">
          <h3 className="display min-w-0 text-lg leading-tight">{title}</h3>
          {total !== undefined && <Money parts={moneyParts(total, figures.currency)} className="font-bold text-lg" />}
        </div>
        <FigureList rows={rows} {...figures} />
        {children}
      </section>
    </Card>
  )
}

/** The history's state of a report that was just closed and is not printed yet: a reload keeps it. */
export interface DayEntry {
  isUnprinted?: true
}

/** Prints a closed day, as a copy unless it was just closed, or the figures of an open one as a draft. */
export function PrintDay({ day }: { day: Day | OpenDay }) {
  const { t, language } = useTranslation()
  const settings = useSettings()
  const { print, isPrinting } = usePrint()
  const closed = 'number' in day ? day : null
  const printDay = () => {
    if (closed && printAtPrinter({ document: 'day', day: closed.number })) return
    const state = history.state as DayEntry | null
    const isCopy = closed !== null && !state?.isUnprinted
    const report = dayOnPaper(day, { t, language, timeZone: settings.timeZone, isCopy })
    const printable = { title: report.headings.slice(0, 2).join(' · '), lines: dayReport(report, settings) }
    const record = () =>
      closed && navigate(location.href, { replace: true, state: { ...state, isUnprinted: undefined } })
    void print(printable, { record })
  }
  return (
    <Button variant="outline" pending={isPrinting} onClick={printDay}>
      <Printer className="size-5" />
      {t(closed ? 'days.print' : 'days.printDraft')}
    </Button>
  )
}
