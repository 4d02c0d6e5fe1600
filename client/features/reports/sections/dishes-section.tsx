import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { BarsChart } from '../parts/bars-chart.tsx'
import { Legend } from '../parts/chart-parts.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportWords } from '../use-report-words.ts'

const MAX_BARS = 15

/** The dishes sold most, named in the restaurant's language as on the board. */
export function DishesSection({ part: { dishes, currency }, period }: SectionProps) {
  const words = useReportWords()
  const { t } = words
  const { language } = useSettings()
  const money = (minor: number) => formatMoney(minor, currency)
  const shown = dishes.slice(0, MAX_BARS)
  const [first] = dishes
  return (
    <ChartSection
      of="dishes"
      period={period}
      note={dishes.length > MAX_BARS && t('reports.onlyFirst', { shown: MAX_BARS, all: dishes.length })}
      chart={
        first && (
          <>
            <Legend before="bar" />
            <BarsChart
              says={t('reports.says.dishes', { name: nameIn(language, first), value: words.number(first.quantity) })}
              bars={shown.map((dish) => ({
                name: nameIn(language, dish),
                now: dish.quantity,
                before: dish.quantityBefore,
                value: words.number(dish.quantity),
                hint: [
                  [t('reports.columns.sold'), words.number(dish.quantity)],
                  [t('reports.columns.revenue'), money(dish.revenue)],
                  [t('reports.columns.soldBefore'), words.number(dish.quantityBefore)],
                  [t('reports.columns.revenueBefore'), money(dish.revenueBefore)],
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
          // A dish may have the name of a deleted one.
          keyOf={(_, place) => place}
          columns={[
            { head: t('reports.columns.dish'), cell: (dish) => nameIn(language, dish) },
            { head: t('reports.columns.sold'), cell: ({ quantity }) => words.number(quantity) },
            { head: t('reports.columns.revenue'), cell: ({ revenue }) => money(revenue) },
            { head: t('reports.columns.soldBefore'), cell: ({ quantityBefore }) => words.number(quantityBefore) },
            { head: t('reports.columns.revenueBefore'), cell: ({ revenueBefore }) => money(revenueBefore) },
          ]}
        />
      }
    />
  )
}
