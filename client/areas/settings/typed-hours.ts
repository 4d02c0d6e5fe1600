import type { DayHours, OpeningHours, WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'

/** A date with other hours as typed: without hours it is closed. */
export interface TypedException {
  date: string
  hours: DayHours[]
  note: string
  noteRo: string
}

/** The opening hours as typed; those of a restaurant that has none wait until it has. */
export interface TypedHours {
  has: boolean
  weekly: WeeklyHours[]
  exceptions: TypedException[]
}

/** The hours that are added to a day. */
export const USUAL: DayHours = { from: '10:00', to: '22:00' }

export const inOrder = (exceptions: TypedException[]) => exceptions.toSorted((a, b) => a.date.localeCompare(b.date))

export function typedHours(saved: OpeningHours | null | undefined): TypedHours {
  const exceptions = (saved?.exceptions ?? []).map(({ date, hours = [], note = '', noteRo = '' }) => ({
    ...{ date, hours, note, noteRo },
  }))
  return {
    has: saved != null,
    weekly: saved?.weekly ?? WEEKDAYS.map((day) => ({ day, ...USUAL })),
    exceptions: inOrder(exceptions),
  }
}

export function hoursOf({ has, weekly, exceptions }: TypedHours): OpeningHours | null {
  if (!has) return null
  return {
    weekly,
    exceptions: exceptions.map(({ date, hours, note, noteRo }) => ({
      date,
      ...(hours.length > 0 ? { hours } : { closed: true as const }),
      ...(note && { note }),
      ...(noteRo && { noteRo }),
    })),
  }
}
