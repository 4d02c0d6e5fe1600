import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../../lib/live/live.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { cx } from '../../ui/cx.ts'

/** A note that the shown status may be outdated, and since when. Renders nothing while connected. */
export function ConnectionNote({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const status = useLiveStatus()
  if (status.state !== 'reconnecting' && status.state !== 'offline') return null
  const time = formatTime(new Date(status.since), timeZone)
  return (
    <p role="status" className={cx('flex items-start gap-2 text-[13px] font-medium text-pending', className)}>
      <WifiOff aria-hidden="true" className="mt-px size-4 shrink-0" />
      <span>
        {t('orderStatus.connectionLost')} {t('orderStatus.asOf', { time })}
      </span>
    </p>
  )
}
