import { Users, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../../ui/cx.ts'
import { joinAgain } from '../session.ts'
import { useTableStore } from '../table-store.ts'

/** A chip beside the table's badge: joins the shared cart, or opens it and shows its guests or a lost connection. */
export default function TableChip({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const isSeated = useTableStore(({ seat }) => seat !== null)
  const isJoining = useTableStore((table) => table.isJoining)
  const isLost = useTableStore(({ canChange, tableState }) => !canChange && tableState?.cart !== undefined)
  const guests = useTableStore(({ shown }) => shown.guests.length)
  const Icon = isLost ? WifiOff : Users
  return (
    <button
      type="button"
      disabled={isJoining}
      onClick={isSeated ? onOpen : joinAgain}
      aria-label={isSeated ? `${t('sharedTable.guests')}: ${guests}. ${t('sharedTable.open')}` : undefined}
      className={cx(
        'touch inline-flex h-9 shrink-0 items-center gap-2 whitespace-nowrap rounded-full px-3 max-[26rem]:px-2.5 max-[26rem]:text-[12.5px] font-semibold text-[13.5px]',
        isLost ? 'bg-pending-soft text-pending' : 'bg-ink text-paper',
      )}
    >
      <Icon aria-hidden="true" className={cx('size-4 shrink-0', !isSeated && 'max-[26rem]:hidden')} />
      <span>{isSeated ? <span className="figures">{guests || '…'}</span> : t('sharedTable.joinShort')}</span>
      {isLost && <span className="sr-only">{t('sharedTable.connectionLost')}</span>}
    </button>
  )
}
