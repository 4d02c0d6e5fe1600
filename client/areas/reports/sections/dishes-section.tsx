import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Legend } from '../parts/chart-parts.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { HorizontalBarChart } from '../parts/horizontal-bar-chart.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportFormat } from '../use-report-format.ts'

const MAX_BARS = 15

/** The best-selling dishes, named in the restaurant's language as on the Orders tab. */
export function DishesSection({ part: { dishes, currency }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const { language } = useSettings()
  const formatPrice = (minor: number) => formatMoney(minor, currency)
  const shownDishes = dishes.slice(0, MAX_BARS)
  const [first] = dishes
  return (
    <ChartSection
      section="dishes"
      period={period}
      note={dishes.length > MAX_BARS && t('reports.onlyFirst', { shown: MAX_BARS, all: dishes.length })}
      chart={
        first && (
          <>
            <Legend periodBefore="bar" />
            <HorizontalBarChart
              ariaLabel={t('reports.says.dishes', {
                name: nameIn(language, first),
                value: format.number(first.quantity),
              })}
              bars={shownDishes.map((dish) => ({
                name: nameIn(language, dish),
                current: dish.quantity,
                previous: dish.quantityBefore,
                valueLabel: format.number(dish.quantity),
                tooltip: [
                  [t('reports.columns.sold'), format.number(dish.quantity)],
                  [t('reports.columns.revenue'), formatPrice(dish.revenue)],
                  [t('reports.columns.soldBefore'), format.number(dish.quantityBefore)],
                  [t('reports.columns.revenueBefore'), formatPrice(dish.revenueBefore)],
                ],
              }))}
            />
          </>
        )
      }
      table={
        <DataTable
          caption={t('reports.sections.dishes')}
          rows={dishes}
          // A dish may have the same name as a deleted one.
          keyOf={(_, index) => index}
          columns={[
            { head: t('reports.columns.dish'), cell: (dish) => nameIn(language, dish) },
            { head: t('reports.columns.sold'), cell: ({ quantity }) => format.number(quantity) },
            { head: t('reports.columns.revenue'), cell: ({ revenue }) => formatPrice(revenue) },
            { head: t('reports.columns.soldBefore'), cell: ({ quantityBefore }) => format.number(quantityBefore) },
            { head: t('reports.columns.revenueBefore'), cell: ({ revenueBefore }) => formatPrice(revenueBefore) },
          ]}
        />
      }
    />
  )
}
