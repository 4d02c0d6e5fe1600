import { create } from 'zustand'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/business-day.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { formatTime } from '../../lib/words/format.ts'

/** What only a person at this device can tell, and when they said yes; ISO. */
interface Confirmed {
  heardAt?: string | undefined
  printedAt?: string | undefined
}

const kept = stored<Confirmed>('before-service', 1, (value) => {
  const { heardAt, printedAt } = value as Record<string, unknown>
  return { heardAt: momentIn(heardAt), printedAt: momentIn(printedAt) }
})

/** The answers given on this device; whoever shows one asks `useToday` whether it still holds. */
export const useConfirmed = create<Confirmed>(() => kept.read() ?? {})
followOtherTabs(kept, (value) => useConfirmed.setState(value ?? { heardAt: undefined, printedAt: undefined }))

export function confirm(answer: Confirmed): void {
  useConfirmed.setState(answer)
  kept.write(useConfirmed.getState())
}

function momentIn(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined
}

/** The business day that it is: an answer of the day before counts no more. */
export function useToday() {
  const { timeZone, businessDayStart: startsAt = BUSINESS_DAY_START } = useSettings()
  const now = useServerNow()
  const began = businessDayStart(new Date(now), startsAt, timeZone).getTime()
  return {
    now,
    began,
    /** The time of a moment of today; undefined of any other. */
    timeToday: (moment: string | undefined) =>
      moment !== undefined && Date.parse(moment) >= began ? formatTime(moment, timeZone) : undefined,
  }
}
