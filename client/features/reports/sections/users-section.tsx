import { formatMoney } from '#shared/domain/money.ts'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportFormat } from '../use-report-format.ts'

/** What each user cancelled and took off: a table alone, because few people do it. */
export function UsersSection({ part: { users, currency }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  const formatPrice = (minor: number) => formatMoney(minor, currency)
  return (
    <ChartSection
      section="users"
      period={period}
      emptyText={t('reports.nothingTakenBack')}
      table={
        users.length > 0 && (
          <DataTable
            caption={t('reports.sections.users')}
            rows={users}
            keyOf={({ username }) => username ?? ''}
            columns={[
              { head: t('reports.columns.user'), cell: ({ username }) => username ?? t('reports.noUser') },
              {
                head: t('reports.columns.cancelledOrders'),
                cell: ({ cancelledOrders }) => format.number(cancelledOrders),
              },
              {
                head: t('reports.columns.cancelledAmount'),
                cell: ({ cancelledAmount }) => formatPrice(cancelledAmount),
              },
              {
                head: t('reports.columns.takenOffQuantity'),
                cell: ({ takenOffQuantity }) => format.number(takenOffQuantity),
              },
              { head: t('reports.columns.takenOffAmount'), cell: ({ takenOffAmount }) => formatPrice(takenOffAmount) },
            ]}
          />
        )
      }
    />
  )
}
