import { Clock } from 'lucide-react'
import { localTime } from '#shared/domain/time/local-time.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { usePauseText } from '../../lib/settings/pause-note.tsx'
import { usePickup } from '../../lib/settings/pickup-time.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { dayWords } from '../../lib/words/day-words.ts'
import { Button, useTranslation } from '../../ui/index.ts'

/** In the cart while no orders are taken now: from when the restaurant is open, and the way to a later time. */
export function OrderAhead({ onChoose }: { onChoose: (() => void) | undefined }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const text = usePauseText()
  const day = usePickup(undefined).data?.days[0]
  const today = localTime(new Date(useServerNow()), timeZone).day
  if (!text) return null
  return (
    <section
      role="status"
      className="my-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-card p-3.5 shadow-soft"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-pending-soft text-pending">
        <Clock className="size-5" />
      </span>
      <p className="min-w-40 flex-1 text-[15px] leading-snug">
        <span className="font-semibold">{text}</span>
        {day && (
          <span className="block text-muted">
            {t('checkout.pickup.orderNow', { day: dayWords(day, today, language) })}
          </span>
        )}
      </p>
      {day && onChoose && (
        <Button variant="outline" onClick={onChoose}>
          {t('checkout.pickup.choose')}
        </Button>
      )}
    </section>
  )
}
