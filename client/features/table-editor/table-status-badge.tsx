import { useTranslation } from 'react-i18next'
import type { Table } from '#shared/contracts/tables.ts'
import { Badge } from '../../ui/parts/badge.tsx'

const TONES = { available: 'ready', occupied: 'pending', reserved: 'preparing' } as const

export function TableStatusBadge({ status }: Pick<Table, 'status'>) {
  const { t } = useTranslation()
  return (
    <Badge tone={TONES[status]} className="px-3! py-1.5! text-[13px]!">
      {t(`tables.status.${status}`)}
    </Badge>
  )
}
