import type { PriceRule } from '../../contracts/price-rules.ts'
import { addDays, localTime } from '../time/local-time.ts'
import { hoursOfWeek, isServedAt, type Opening, openingsFrom, openingsOf } from '../time/opening-hours.ts'

/* Which price rule runs, and until when (docs/product/prices.md#prices-times). */

type Timed = Pick<PriceRule, 'isActive' | 'weekly' | 'from' | 'until'>
type Ranked = Pick<PriceRule, 'id' | 'percent'>

/** Whether a rule runs at a moment. @param graceMs how long it still counts after its end */
export function runsAt(rule: Timed, at: Date, timeZone: string, graceMs = 0): boolean {
  return rule.isActive && isServedAt(rule.weekly, at, timeZone, graceMs, rule)
}

/** Returns a function that tells whether a rule lowers a dish: a menu has thousands. */
export function concerns({ categoryIds, dishIds }: Pick<PriceRule, 'categoryIds' | 'dishIds'>) {
  const [categories, dishes] = [new Set(categoryIds), new Set(dishIds)]
  return ({ id, categoryId }: { id: number; categoryId: number }) => dishes.has(id) || categories.has(categoryId)
}

/** The rule that counts among some that run: the one with the highest percent, of equals the older one. */
export function strongest<Rule extends Ranked>(rules: readonly Rule[]): Rule | undefined {
  return [...rules].sort((a, b) => b.percent - a.percent || a.id - b.id)[0]
}

/** The rule that counts at a moment among those that concern a dish. */
export function ruleAt<Rule extends Timed & Ranked>(rules: readonly Rule[], at: Date, timeZone: string) {
  return strongest(rules.filter((rule) => runsAt(rule, at, timeZone)))
}

/** Returns a function that tells the rule that counts for a dish at a moment. */
export function pricesAt<Rule extends Timed & Ranked & Parameters<typeof concerns>[0]>(
  rules: readonly Rule[],
  at: Date,
  timeZone: string,
) {
  const running = rules.filter((rule) => runsAt(rule, at, timeZone)).map((rule) => ({ rule, isOf: concerns(rule) }))
  return (dish: { id: number; categoryId: number }) =>
    strongest(running.flatMap(({ rule, isOf }) => (isOf(dish) ? rule : [])))
}

/** A time in which a rule runs without a break. */
export interface Stretch<Rule> {
  rule: Rule
  from: Date
  /** The first moment after it; null for no end. */
  to: Date | null
}

/** The weekly hours repeat after a week; a change of clocks can skip one of them, and each may last six days. */
const LOOK_AHEAD_DAYS = 16
const WEEK_MS = 7 * 24 * 60 * 60_000

/** The stretch in which a rule runs at a moment, else the next one; undefined if it does not run again. */
export function stretchOf<Rule extends Timed>(rule: Rule, at: Date, timeZone: string): Stretch<Rule> | undefined {
  const { weekly, until } = rule
  if (!rule.isActive) return undefined
  if (weekly === null && rule.from === null && until === null) return { rule, from: at, to: null }
  const yesterday = addDays(localTime(at, timeZone).day, -1)
  const first = rule.from !== null && rule.from > yesterday ? rule.from : yesterday
  const hours = hoursOfWeek(weekly)
  const stretch = openingsFrom(hours, first, LOOK_AHEAD_DAYS, timeZone, rule).find(({ to }) => at < to)
  return stretch && { rule, from: stretch.from, to: isEndless(stretch, at) ? lastEnd() : stretch.to }

  /** Hours without a break end with the last date. */
  function lastEnd(): Date | null {
    const ends = until === null ? [] : openingsOf(hours, until, timeZone).map(({ to }) => to.getTime())
    return ends.length > 0 ? new Date(Math.max(...ends)) : null
  }
}

/** Whether hours go on for more than a week, and so have no break at all. */
const isEndless = ({ from, to }: Opening, at: Date) => to.getTime() - Math.max(from.getTime(), at.getTime()) > WEEK_MS

/** The stretches of some rules, running or next. */
export function stretchesOf<Rule extends Timed>(rules: readonly Rule[], at: Date, timeZone: string): Stretch<Rule>[] {
  return rules.flatMap((rule) => stretchOf(rule, at, timeZone) ?? [])
}

/** The rule that prices a dish, and until when it is that one (null for no end); undefined if none runs. */
export function shownRule<Rule extends Ranked>(stretches: readonly Stretch<Rule>[], at: Date) {
  const running = stretches.filter(({ from }) => from <= at)
  const rule = strongest(running.map((stretch) => stretch.rule))
  if (!rule) return undefined
  const isStronger = (other: Rule) => other !== rule && strongest([other, rule]) === other
  const ends = stretches.map((one) => (one.rule === rule ? one.to : isStronger(one.rule) ? one.from : null))
  return { rule, until: earliest(ends) }
}

/** When the next of these stretches begins or ends; null if none does. */
export function nextChange(stretches: readonly Stretch<unknown>[], at: Date): Date | null {
  return earliest(stretches.map(({ from, to }) => (from > at ? from : to)))
}

const earliest = (moments: readonly (Date | null)[]) =>
  moments.reduce((first, one) => (one !== null && (first === null || one < first) ? one : first), null)
