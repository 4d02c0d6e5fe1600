import { useLocation, useSearch } from 'wouter'
import type { Settings } from '#shared/contracts/settings.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { choiceOf, type Period, type PeriodChoice, periodOf, searchWith } from './period.ts'

interface ChosenPeriod {
  choice: PeriodChoice
  period: Period
  /** The current business day, YYYY-MM-DD. */
  today: string
  choose: (choice: PeriodChoice) => void
}

/** The period chosen in the URL, so that it survives a reload and going back. */
export function usePeriod({ timeZone, businessDayStart: startsAt = BUSINESS_DAY_START }: Settings): ChosenPeriod {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const now = new Date(useServerNow())
  const { day: today } = localTime(businessDayStart(now, startsAt, timeZone), timeZone)
  const choice = choiceOf(search)
  return {
    choice,
    period: typeof choice === 'string' ? periodOf(choice, today) : choice,
    today,
    // The history state stays: it contains the link back.
    choose: (next) =>
      navigate(`${path}?${searchWith(location.search, next)}`, { replace: true, state: history.state as unknown }),
  }
}
