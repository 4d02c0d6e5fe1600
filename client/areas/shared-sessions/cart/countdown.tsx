import i18n from 'i18next'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { minutesAndSeconds } from '#shared/domain/time/timing.ts'
import { cx } from '../../../ui/cx.ts'
import { toast } from '../../../ui/toast/store.ts'
import { leaveSeat, SESSION_END, useTableStore } from '../table-store.ts'

/**
 * When the end of a session is announced: this many seconds before it
 * (docs/product/shared-sessions.md#sessions-length).
 */
export const ENDING_SOON_S = 5 * 60

/** Seconds until the session ends, updated once a second; undefined while the end is not known. */
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

/** The remaining time of the session. Screen readers do not announce each second (`aria-live="off"`). */
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

/** How much longer a phone without a connection waits for the server's message that the session has ended. */
const EXPIRY_GRACE_MS = 5_000

/** Ends the session for this phone when its time is up, even without a connection. */
export function useExpiry(): void {
  const endsAt = useTableStore((table) => table.endsAt)
  useEffect(() => {
    if (endsAt === null) return
    const timer = setTimeout(expire, Math.max(0, endsAt - Date.now()) + EXPIRY_GRACE_MS)
    return () => clearTimeout(timer)
  }, [endsAt])
}

function expire(): void {
  leaveSeat('expired')
  toast({ title: i18n.t('sharedTable.expired'), subject: SESSION_END })
}
