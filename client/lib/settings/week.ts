import { type DayHours, minutesOf } from '#shared/domain/time/opening-hours.ts'
import { isTimeOfDay } from '#shared/domain/time/promotion-window.ts'

const DAY_MINUTES = 24 * 60
/** The picture of a week shows this much of each day, in minutes: also the evening that goes past midnight. */
export const AXIS_MINUTES = 30 * 60
/** The ends of an interval are dragged in steps of this many minutes. */
const STEP_MINUTES = 15

/** Where hours begin and end, in minutes from the midnight before; undefined while they are being typed. */
export function spanOf({ from, to }: DayHours): { from: number; to: number } | undefined {
  if (!isTimeOfDay(from) || !isTimeOfDay(to)) return undefined
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return { from: begin, to: end <= begin ? end + DAY_MINUTES : end }
}

/** Hours of which one end was dragged to a minute of the picture; they stay 15 minutes to 24 hours long. */
export function dragged(hours: DayHours, end: keyof DayHours, minute: number): DayHours {
  const span = spanOf(hours)
  if (!span) return hours
  const [least, most] =
    end === 'from'
      ? [Math.max(0, span.to - DAY_MINUTES), Math.min(span.to, DAY_MINUTES) - STEP_MINUTES]
      : [span.from + STEP_MINUTES, Math.min(span.from + DAY_MINUTES, AXIS_MINUTES)]
  const stepped = Math.round(minute / STEP_MINUTES) * STEP_MINUTES
  return { ...hours, [end]: timeOf(Math.max(least, Math.min(most, stepped))) }
}

function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`
}
