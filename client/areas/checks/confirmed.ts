import { create } from 'zustand'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'

/** When a person at this device confirmed that the sound was heard and a page was printed; ISO 8601, UTC. */
interface Confirmed {
  heardAt?: string | undefined
  printedAt?: string | undefined
}

const storedAnswers = stored<Confirmed>('before-service', 1, (value) => {
  const { heardAt, printedAt } = value as Record<string, unknown>
  return { heardAt: parseMoment(heardAt), printedAt: parseMoment(printedAt) }
})

/** The answers given on this device; `useToday` determines whether they were given today. */
export const useConfirmed = create<Confirmed>(() => storedAnswers.read() ?? {})
followOtherTabs(storedAnswers, (value) => useConfirmed.setState(value ?? { heardAt: undefined, printedAt: undefined }))

/** Stores an answer given on this device. */
export function confirm(answer: Confirmed): void {
  useConfirmed.setState(answer)
  storedAnswers.write(useConfirmed.getState())
}

function parseMoment(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined
}

/** The current business day; answers of earlier days do not count. */
export function useToday() {
  const { timeZone, businessDayStart: startsAt = BUSINESS_DAY_START } = useSettings()
  const now = useServerNow()
  const dayStart = businessDayStart(new Date(now), startsAt, timeZone).getTime()
  return {
    now,
    dayStart,
    /** Formats the time of a moment of today; undefined for any other moment. */
    timeToday: (moment: string | undefined) =>
      moment !== undefined && Date.parse(moment) >= dayStart ? formatTime(moment, timeZone) : undefined,
  }
}
