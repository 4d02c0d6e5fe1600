import { Users } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isBesideBoard } from '../../../lib/browser/beside-board.ts'
import { cx } from '../../../ui/cx.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { withdrawToast } from '../../../ui/toast/store.ts'
import { joinAgain } from '../session.ts'
import { SESSION_END, useTableStore } from '../table-store.ts'

/** For a phone that orders alone at a table: an offer to join the shared cart, and how the last one ended. */
export default function JoinOffer({ className }: { className?: string }) {
  const { t } = useTranslation()
  const ended = useTableStore((table) => table.ended)
  const isJoining = useTableStore((table) => table.isJoining)
  // The offer says how the session ended, so that the toast need not cover the cart.
  useEffect(() => {
    if (ended) withdrawToast(SESSION_END)
  }, [ended])
  const isSeated = useTableStore(({ seat }) => seat !== null)
  if (isSeated || isBesideBoard) return null
  const [title, description, action] =
    ended === 'completed'
      ? (['sharedTable.nextRound', 'sharedTable.nextRoundDescription', 'sharedTable.nextRoundAction'] as const)
      : ended === 'expired' || ended === 'closed'
        ? ([`sharedTable.${ended}`, `sharedTable.${ended}Description`, 'sharedTable.offerAction'] as const)
        : (['sharedTable.offer', 'sharedTable.offerDescription', 'sharedTable.offerAction'] as const)
  return (
    <section
      role={ended === 'expired' || ended === 'closed' ? 'alert' : undefined}
      className={cx('rounded-card bg-accent-soft p-4 text-[15px]', className)}
    >
      <p className="flex items-center gap-2.5 font-semibold">
        <Users aria-hidden="true" className="size-5 shrink-0 text-accent" />
        {t(title)}
      </p>
      <p className="mt-1">{t(description)}</p>
      <Button variant="outline" size="small" className="mt-3" pending={isJoining} onClick={joinAgain}>
        {isJoining ? t('sharedTable.joining') : t(action)}
      </Button>
    </section>
  )
}
