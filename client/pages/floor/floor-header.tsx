import { Ellipsis } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { SoundButton, useIsBoardLive } from '../../areas/orders/index.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { cx, IconButton, useEverOpened, useTranslation, Wordmark } from '../../ui/index.ts'

const FloorMenuDialog = lazyPart(() => import('./floor-menu-dialog.tsx'))

/** The floor's name and how many tables are in use, the connection, the sound, and the menu. */
export function FloorHeader({ occupied }: { occupied: number }) {
  const { t } = useTranslation()
  return (
    <div data-kept-free="" className="@container flex min-h-16 shrink-0 items-center gap-2 px-3.5">
      <Wordmark name={t('floor.title')} />
      <p className="min-w-0 flex-1 truncate pt-1 text-[15px] text-muted">{t('floor.occupied', { count: occupied })}</p>
      <LiveDot />
      <SoundButton label={t('floor.sound')} />
      <FloorMenu />
    </div>
  )
}

/** A dot while the floor is up to date; the strip below says in words when it is not. */
function LiveDot() {
  const { t } = useTranslation()
  const isLive = useIsBoardLive()
  return (
    <span role="status" className={cx('grid size-7 place-items-center rounded-full', isLive && 'bg-ready-soft')}>
      <span
        aria-hidden="true"
        className={cx('size-3.5 rounded-full', isLive ? 'bg-ready' : 'animate-pulse bg-pending')}
      />
      <span className="sr-only">{isLive ? t('live.live') : t('live.connecting')}</span>
    </span>
  )
}

function FloorMenu() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isNeeded = useEverOpened(isOpen)
  useEffect(() => whenIdle(() => void FloorMenuDialog.prefetch()), [])
  return (
    <>
      <IconButton label={t('floor.menu')} variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis className="size-5" />
      </IconButton>
      <Suspense fallback={null}>{isNeeded && <FloorMenuDialog open={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
