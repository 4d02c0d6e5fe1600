import type { Language } from '../language.ts'
import { localTime } from './local-time.ts'

const WORDS = {
  en: { first: ' (summer time)', second: ' (winter time)' },
  ro: { first: ' (ora de vară)', second: ' (ora de iarnă)' },
} as const

/** Returns a suffix such as " (summer time)" for a time that comes twice as clocks go back; empty for any other. */
export function whichRun(at: string | Date, timeZone: string, language: Language): string {
  const moment = new Date(at)
  const { day, time } = localTime(moment, timeZone)
  const isSame = (minutes: number) => {
    const other = localTime(new Date(moment.getTime() + minutes * 60_000), timeZone)
    return other.time === time && other.day === day
  }
  // Clocks go back by half an hour or by an hour.
  if ([30, 60].some((minutes) => isSame(minutes))) return WORDS[language].first
  return [30, 60].some((minutes) => isSame(-minutes)) ? WORDS[language].second : ''
}
