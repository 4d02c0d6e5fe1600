import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { formatMoney } from '#shared/domain/money.ts'
import { Card } from '../../ui/index.ts'
import { CsvLink, type SectionProps } from './section.tsx'
import { useReportFormat } from './use-report-format.ts'

interface Figure {
  label: string
  text: string
  /** Smaller text beside the figure. */
  detail?: string | undefined
  previousText: string
  /** The numbers from which the change is calculated. */
  values: { current: number | null; previous: number | null; kind?: 'time' }
}

export function Figures({ part: { currency, figures: current, figuresBefore: previous }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const money = (minor: number) => formatMoney(minor, currency)
  const orders = (count: number) => t('reports.orderCount', { count })
  const dishes = (count: number) => t('reports.dishCount', { count })
  // Where payments are recorded, what was taken leads, and the orders' value stands beside their number.
  const isTaken = current.taken !== null
  const [sum, sumBefore] = [current.taken ?? current.revenue, previous.taken ?? previous.revenue]
  const figures: Figure[] = [
    {
      label: t(`reports.${isTaken ? 'taken' : 'revenue'}`),
      text: money(sum),
      previousText: money(sumBefore),
      values: { current: sum, previous: sumBefore },
    },
    {
      label: t('reports.orders'),
      text: format.number(current.orders),
      detail: isTaken ? money(current.revenue) : undefined,
      previousText: format.number(previous.orders),
      values: { current: current.orders, previous: previous.orders },
    },
    {
      label: t('reports.average'),
      text: current.orders > 0 ? money(current.averageOrderValue) : '–',
      previousText: previous.orders > 0 ? money(previous.averageOrderValue) : '–',
      values: { current: current.orders > 0 ? current.averageOrderValue : null, previous: previous.averageOrderValue },
    },
    {
      label: t('reports.cancelled'),
      text: orders(current.cancelledOrders),
      detail: money(current.cancelledAmount),
      previousText: `${orders(previous.cancelledOrders)}, ${money(previous.cancelledAmount)}`,
      values: { current: current.cancelledOrders, previous: previous.cancelledOrders },
    },
    {
      label: t('reports.takenOff'),
      text: dishes(current.takenOffQuantity),
      detail: money(current.takenOffAmount),
      previousText: `${dishes(previous.takenOffQuantity)}, ${money(previous.takenOffAmount)}`,
      values: { current: current.takenOffQuantity, previous: previous.takenOffQuantity },
    },
    {
      label: t('reports.ready'),
      text: format.duration(current.readyMedian),
      detail:
        current.readySlow === null ? undefined : t('reports.nineOfTen', { time: format.duration(current.readySlow) }),
      previousText: format.duration(previous.readyMedian),
      values: { current: current.readyMedian, previous: previous.readyMedian, kind: 'time' },
    },
  ]
  return (
    <section aria-label={t('reports.sections.figures')}>
      <dl className="grid grid-cols-2 gap-2.5 @min-[48rem]/page:grid-cols-3 @min-[80rem]/page:grid-cols-6">
        {figures.map(({ label, text, detail, previousText, values }) => (
          <Card key={label} className="flex min-w-0 flex-col px-3.5 py-2.5">
            <dt className="text-sm font-medium text-muted">{label}</dt>
            <dd className="mt-0.5 flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="display figures min-w-0 text-xl leading-tight [overflow-wrap:anywhere]">{text}</span>
              {detail && <span className="figures text-sm text-muted">{detail}</span>}
            </dd>
            <dd className="mt-auto flex flex-wrap items-center gap-x-2 pt-1 text-[13px]">
              <span className="inline-flex items-center gap-1 font-semibold">
                <TrendIcon {...values} />
                {format.change(values.current, values.previous, values.kind)}
              </span>
              <span className="figures text-muted">{t('reports.before', { value: previousText })}</span>
            </dd>
          </Card>
        ))}
      </dl>
      <div className="-ml-3.5">
        <CsvLink part="figures" period={period} />
      </div>
    </section>
  )
}

/** An icon for the direction of the change; decorative, because the text beside it states the change. */
function TrendIcon({ current, previous }: { current: number | null; previous: number | null }) {
  if (current === null || !previous) return null
  const Icon = current === previous ? Minus : current > previous ? TrendingUp : TrendingDown
  return <Icon aria-hidden="true" className="size-4 text-muted" />
}
