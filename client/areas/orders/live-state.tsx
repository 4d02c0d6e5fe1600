import { RefreshCw, WifiOff } from 'lucide-react'
import { formatTime } from '#shared/i18n/format.ts'
import { type LiveStatus, useLiveStatus } from '../../lib/live/live.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { Badge, cx, type StripNotice, t } from '../../ui/index.ts'
import { useIsBoardOld } from './board.ts'

interface LivePillProps {
  className?: string
  wordClass?: string | false
}

/**
 * Shows whether the board updates itself: in words where there is room, else as a dot, or as arrows while it does not.
 */
export function LivePill({ className = 'min-h-8 px-3 text-small', wordClass }: LivePillProps) {
  const status = useLiveStatus()
  const live = useIsBoardLive()
  const connectingWords = status.state === 'connecting' ? '@max-[60rem]:sr-only' : 'sr-only'
  return (
    <Badge role="status" tone={live ? 'ready' : 'pending'} dot={live} className={cx('whitespace-nowrap', className)}>
      {!live && <RefreshCw className="size-3.5" />}
      {/* That the connection is lost, the strip says in words. */}
      <span className={cx(live ? '@max-phone:sr-only' : connectingWords, wordClass)}>
        {live ? t('live.live') : <ConnectionStateText status={status} />}
      </span>
    </Badge>
  )
}

/** Whether new orders appear on the board by themselves. */
export function useIsBoardLive(): boolean {
  const { state } = useLiveStatus()
  return !useIsBoardOld() && state === 'live'
}

/** Says in the strip that the page does not show new orders. */
export function useLiveNotice(): StripNotice | undefined {
  const status = useLiveStatus()
  const isOld = useIsBoardOld()
  if (status.state !== 'reconnecting' && status.state !== 'offline' && !isOld) return undefined
  return {
    key: 'live',
    tone: 'pending',
    icon: <WifiOff />,
    text: (
      <strong className="font-semibold">
        {t('live.connectionLost')} {status.state === 'offline' && <ConnectionStateText status={status} />}
      </strong>
    ),
    details: t('live.connectionLostDescription'),
    isAlert: true,
  }
}

function ConnectionStateText({ status }: { status: LiveStatus }) {
  if (status.state === 'offline') return t('live.offlineSince', { time: formatTime(new Date(status.since), timeZone) })
  return status.state === 'connecting' ? t('live.connecting') : t('live.reconnecting')
}
