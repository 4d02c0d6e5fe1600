import i18n from 'i18next'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { minutesAndSeconds } from '#shared/domain/timing.ts'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast/store.ts'
import { standUp, useTableStore } from './table-store.ts'

/** The last minutes of a session, in which its end is announced (docs/product.md#sessions-length). */
export const ENDING_SOON_S = 5 * 60

/** Seconds until the session ends; undefined while that is not known. Ticks once a second. */
export function useSecondsLeft(): number | undefined {
  const endsAt = useTableStore((table) => table.endsAt)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (endsAt === null) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return endsAt === null ? undefined : Math.max(0, (endsAt - now) / 1000)
}

/** How long the session still lasts. A screen reader announces once that the end is near. */
export function Countdown({ seconds }: { seconds: number }) {
  const { t } = useTranslation()
  const isSoon = seconds <= ENDING_SOON_S
  return (
    <p
      role="timer"
      aria-live="off"
      className={cx(
        'figures inline-flex h-9 items-center gap-2 whitespace-nowrap rounded-full px-3 font-semibold text-[13.5px]',
        isSoon ? 'bg-cancelled-soft text-cancelled' : 'bg-pending-soft text-pending',
      )}
    >
      <Clock aria-hidden="true" className="size-4 shrink-0" />
      {t('sharedTable.endsIn', { time: minutesAndSeconds(seconds) })}
    </p>
  )
}

/** The server ends a session to the second. A phone without a connection waits this much longer. */
const GRACE_MS = 5_000

/** Ends the session for this phone when its time is up, even without a connection. */
export function useExpiry(): void {
  const endsAt = useTableStore((table) => table.endsAt)
  useEffect(() => {
    if (endsAt === null) return
    const timer = setTimeout(expire, Math.max(0, endsAt - Date.now()) + GRACE_MS)
    return () => clearTimeout(timer)
  }, [endsAt])
}

function expire(): void {
  standUp('expired')
  toast({ title: i18n.t('sharedTable.expired') })
}
