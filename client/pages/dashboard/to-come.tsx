import { CalendarDays, QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

const ICONS = { tables: QrCode, events: CalendarDays }

/** A tab whose work is still to come, and what it will be for. */
export function ToCome({ tab }: { tab: keyof typeof ICONS }) {
  const { t } = useTranslation()
  const Icon = ICONS[tab]
  return (
    <EmptyState
      icon={<Icon />}
      title={t('dashboard.toCome')}
      description={t(`dashboard.toComeDescription.${tab}`)}
      action={
        <Link href={paths.dashboardTab('orders')} className={buttonClass({ look: 'outline' })}>
          {t('dashboard.toOrders')}
        </Link>
      }
    />
  )
}
