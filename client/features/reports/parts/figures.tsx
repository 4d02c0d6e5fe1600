import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { formatMoney } from '#shared/domain/money.ts'
import { Card } from '../../../ui/parts/card.tsx'
import { useReportWords } from '../use-report-words.ts'
import { CsvLink } from './csv-link.tsx'
import type { SectionProps } from './section.tsx'

interface Figure {
  label: string
  now: string
  /** Smaller, beside the figure. */
  also?: string
  before: string
  /** What the change is counted from. */
  of: { now: number | null; before: number | null; kind?: 'time' }
}

/** The sums of a report, each beside the period before. */
export function Figures({ part: { currency, figures: now, figuresBefore: before }, period }: SectionProps) {
  const words = useReportWords()
  const { t } = words
  const money = (minor: number) => formatMoney(minor, currency)
  const orders = (count: number) => t('reports.orderCount', { count })
  const dishes = (count: number) => t('reports.dishCount', { count })
  const figures: Figure[] = [
    {
      label: t('reports.revenue'),
      now: money(now.revenue),
      before: money(before.revenue),
      of: { now: now.revenue, before: before.revenue },
    },
    {
      label: t('reports.orders'),
      now: words.number(now.orders),
      before: words.number(before.orders),
      of: { now: now.orders, before: before.orders },
    },
    {
      label: t('reports.average'),
      now: now.orders > 0 ? money(now.averageOrderValue) : '–',
      before: before.orders > 0 ? money(before.averageOrderValue) : '–',
      of: { now: now.orders > 0 ? now.averageOrderValue : null, before: before.averageOrderValue },
    },
    {
      label: t('reports.cancelled'),
      now: orders(now.cancelledOrders),
      also: money(now.cancelledAmount),
      before: `${orders(before.cancelledOrders)}, ${money(before.cancelledAmount)}`,
      of: { now: now.cancelledOrders, before: before.cancelledOrders },
    },
    {
      label: t('reports.takenOff'),
      now: dishes(now.takenOffQuantity),
      also: money(now.takenOffAmount),
      before: `${dishes(before.takenOffQuantity)}, ${money(before.takenOffAmount)}`,
      of: { now: now.takenOffQuantity, before: before.takenOffQuantity },
    },
    {
      label: t('reports.ready'),
      now: words.duration(now.readyMedian),
      also: now.readySlow === null ? undefined : t('reports.nineOfTen', { time: words.duration(now.readySlow) }),
      before: words.duration(before.readyMedian),
      of: { now: now.readyMedian, before: before.readyMedian, kind: 'time' },
    },
  ]
  return (
    <section aria-label={t('reports.sections.figures')}>
      <dl className="grid grid-cols-1 gap-2.5 min-[27rem]:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-6">
        {figures.map(({ label, now, also, before, of }) => (
          <Card key={label} className="flex min-w-0 flex-col px-4 py-3">
            <dt className="text-sm font-medium text-muted">{label}</dt>
            <dd className="mt-0.5 flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="display figures min-w-0 text-[22px] leading-tight [overflow-wrap:anywhere]">{now}</span>
              {also && <span className="figures text-sm text-muted">{also}</span>}
            </dd>
            <dd className="mt-auto flex flex-wrap items-center gap-x-2 pt-1.5 text-sm">
              <span className="inline-flex items-center gap-1 font-semibold">
                <Direction {...of} />
                {words.change(of.now, of.before, of.kind)}
              </span>
              <span className="figures text-muted">{t('reports.before', { value: before })}</span>
            </dd>
          </Card>
        ))}
      </dl>
      <CsvLink part="figures" period={period} />
    </section>
  )
}

/** Says nothing that the words beside it don't. */
function Direction({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || !before) return null
  const Icon = now === before ? Minus : now > before ? TrendingUp : TrendingDown
  return <Icon aria-hidden="true" className="size-4 text-muted" />
}
