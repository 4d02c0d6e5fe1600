import * as z from 'zod/mini'
import { getReport } from '#shared/contracts/reports.ts'
import { addDays } from '#shared/domain/local-time.ts'

/** Business days, first and last, as YYYY-MM-DD. */
export interface Period {
  from: string
  to: string
}

export const PRESETS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth', 'thisYear'] as const
export type Preset = (typeof PRESETS)[number]
const USUAL: Preset = 'last7'

/** Which days a preset means. @param today the business day of the moment, YYYY-MM-DD */
export function periodOf(preset: Preset, today: string): Period {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const lastOfMonthBefore = addDays(firstOfMonth, -1)
  const periods: Record<Preset, Period> = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last7: { from: addDays(today, -6), to: today },
    last30: { from: addDays(today, -29), to: today },
    thisMonth: { from: firstOfMonth, to: today },
    lastMonth: { from: `${lastOfMonthBefore.slice(0, 7)}-01`, to: lastOfMonthBefore },
    thisYear: { from: `${today.slice(0, 4)}-01-01`, to: today },
  }
  return periods[preset]
}

/** A preset, or days of the person's own. */
export type Choice = Preset | Period

/** What the page's address chooses: own dates where it has both, else a preset; the usual one where it has neither. */
export function choiceOf(search: string): Choice {
  const held = new URLSearchParams(search)
  const [from, to] = [held.get('from'), held.get('to')]
  if (from !== null && to !== null) return { from, to }
  return PRESETS.find((preset) => preset === held.get('period')) ?? USUAL
}

/** The page's address with another choice; everything else in it stays. */
export function searchWith(search: string, choice: Choice): string {
  const next = new URLSearchParams(search)
  for (const name of ['period', 'from', 'to']) next.delete(name)
  for (const [name, value] of Object.entries(typeof choice === 'string' ? { period: choice } : choice)) {
    next.set(name, value)
  }
  return next.toString()
}

/** Whether a report of these days can be asked for. */
export const canBeAsked = ({ from, to }: Period): boolean => z.safeParse(getReport.query, { from, to }).success

/** How many days a period has. */
export const daysOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

const DAY_MS = 24 * 60 * 60 * 1000
