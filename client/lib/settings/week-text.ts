import type { Language } from '#shared/domain/language.ts'
import type { WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { hoursText, weekdayName } from '../words/format.ts'

/** The hours of a week as one line, such as `Mon–Fri 12:00–15:00; Sat 10:00–14:00`; empty if there are none. */
export function weekText(week: readonly WeeklyHours[], language: Language): string {
  const runs: { from: number; to: number; text: string }[] = []
  for (const day of WEEKDAYS) {
    const text = hoursText(week.filter((hours) => hours.day === day))
    const last = runs.at(-1)
    if (last?.text === text) last.to = day
    else runs.push({ from: day, to: day, text })
  }
  const name = (day: number) => weekdayName(day, 'short', language)
  const days = ({ from, to }: { from: number; to: number }) =>
    from === 1 && to === 7 ? '' : `${name(from)}${to > from ? `–${name(to)}` : ''} `
  return runs.flatMap((run) => (run.text ? `${days(run)}${run.text}` : [])).join('; ')
}

/** A message that names hours by the numbers of their days, with the names of the days. */
export function withDayNames(message: string, language: Language): string {
  return message.replace(/\b([1-7]): /g, (_, day) => `${weekdayName(Number(day), 'short', language)} `)
}
