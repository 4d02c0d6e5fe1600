import { formatMoney } from '#shared/domain/money.ts'
import { DataTable } from '../parts/data-table.tsx'
import { ChartSection, type SectionProps } from '../parts/section.tsx'
import { useReportFormat } from '../use-report-format.ts'

/** What each user cancelled and took off: a table alone, because few people do it. */
export function UsersSection({ part: { users, currency }, period }: SectionProps) {
  const format = useReportFormat()
  const { t } = format
  // Below each other: five columns do not fit a phone.
  const withAmount = (count: number, minor: number) => (
    <>
      {format.number(count)} <span className="block text-muted">{formatMoney(minor, currency)}</span>
    </>
  )
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
                cell: ({ cancelledOrders, cancelledAmount }) => withAmount(cancelledOrders, cancelledAmount),
              },
              {
                head: t('reports.columns.takenOffQuantity'),
                cell: ({ takenOffQuantity, takenOffAmount }) => withAmount(takenOffQuantity, takenOffAmount),
              },
            ]}
          />
        )
      }
    />
  )
}
