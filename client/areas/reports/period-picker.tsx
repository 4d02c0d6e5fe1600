import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import * as z from 'zod/mini'
import { getReport, type ReportPart } from '#shared/contracts/reports.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { fieldError } from '../../lib/changes/field-error.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { DateInput, SelectField, TextField, t } from '../../ui/index.ts'

/** The first and the last business day, as YYYY-MM-DD. */
export interface Period {
  from: string
  to: string
}

export const PRESETS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth', 'thisYear'] as const
export type Preset = (typeof PRESETS)[number]
const DEFAULT_PRESET: Preset = 'last7'

/** The days of a preset (docs/product/reports.md#reports-period). @param today the current business day, YYYY-MM-DD */
export function periodOf(preset: Preset, today: string): Period {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const lastOfPreviousMonth = addDays(firstOfMonth, -1)
  const periods: Record<Preset, Period> = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last7: { from: addDays(today, -6), to: today },
    last30: { from: addDays(today, -29), to: today },
    thisMonth: { from: firstOfMonth, to: today },
    lastMonth: { from: `${lastOfPreviousMonth.slice(0, 7)}-01`, to: lastOfPreviousMonth },
    thisYear: { from: `${today.slice(0, 4)}-01-01`, to: today },
  }
  return periods[preset]
}

/** A preset, or custom dates. */
export type PeriodChoice = Preset | Period

/** The choice in the URL's query: custom dates if it has both, else its preset, else the default preset. */
export function choiceOf(search: string): PeriodChoice {
  const params = new URLSearchParams(search)
  const [from, to] = [params.get('from'), params.get('to')]
  if (from !== null && to !== null) return { from, to }
  return PRESETS.find((preset) => preset === params.get('period')) ?? DEFAULT_PRESET
}

/** The URL's query with another choice; other parameters stay. */
export function searchWith(search: string, choice: PeriodChoice): string {
  const next = new URLSearchParams(search)
  for (const name of ['period', 'from', 'to']) next.delete(name)
  for (const [name, value] of Object.entries(typeof choice === 'string' ? { period: choice } : choice)) {
    next.set(name, value)
  }
  return next.toString()
}

/** Whether the server accepts a request for a report of this period. */
export const isValidPeriod = ({ from, to }: Period): boolean => z.safeParse(getReport.query, { from, to }).success

export const daysOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

const DAY_MS = 24 * 60 * 60 * 1000

/** A longer period is shown by month, so that there are not too many rows to compare. */
export const MAX_DAYS_BY_DAY = 92

/** The sums of consecutive business days, one row, and of as many days before the period; in minor units. */
export interface DayGroup {
  /** YYYY-MM-DD */
  first: string
  last: string
  orders: number
  revenue: number
  ordersBefore: number
  revenueBefore: number
}

/** The rows of a period; the first and the last month can be shorter. */
export function groupDays({ days, daysBefore }: Pick<ReportPart, 'days' | 'daysBefore'>): DayGroup[] {
  const keyOf = (day: string) => (days.length > MAX_DAYS_BY_DAY ? day.slice(0, 7) : day)
  const groups: DayGroup[] = []
  days.forEach(({ day, orders, revenue }, index) => {
    let group = groups.at(-1)
    if (!group || keyOf(group.first) !== keyOf(day)) {
      group = { first: day, last: day, orders: 0, revenue: 0, ordersBefore: 0, revenueBefore: 0 }
      groups.push(group)
    }
    group.last = day
    group.orders += orders
    group.revenue += revenue
    group.ordersBefore += daysBefore[index]?.orders ?? 0
    group.revenueBefore += daysBefore[index]?.revenue ?? 0
  })
  return groups
}

interface PeriodPickerProps {
  choice: PeriodChoice
  period: Period
  onChoose: (choice: PeriodChoice) => void
}

/** A preset, or two days: a valid period of them is shown at once. */
export function PeriodPicker({ choice, period, onChoose }: PeriodPickerProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField<Preset | 'own'>
        label={t('reports.period')}
        fieldClass="min-w-0 flex-1 basis-56 sm:max-w-64"
        value={typeof choice === 'string' ? choice : 'own'}
        // Custom dates start with the period that is shown.
        onValueChange={(next) => onChoose(next === 'own' ? period : next)}
        options={[...PRESETS, 'own' as const].map((value) => ({ value, label: t(`reports.periods.${value}`) }))}
      />
      {typeof choice !== 'string' && <CustomDates period={choice} onChoose={onChoose} />}
    </div>
  )
}

function CustomDates({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  const [dates, setDates] = useState(period)
  const issues = z.safeParse(getReport.query, dates).error?.issues ?? []
  const choose = (next: Period) => {
    setDates(next)
    if (isValidPeriod(next)) onChoose(next)
  }
  return (['from', 'to'] as const).map((field) => (
    <TextField
      key={field}
      as={DateInput}
      label={t(`reports.${field}`)}
      fieldClass="min-w-0 flex-1 basis-36 sm:max-w-48"
      error={fieldError(issues.find(({ path }) => path[0] === field))}
      value={dates[field]}
      onChange={(day) => choose({ ...dates, [field]: day })}
    />
  ))
}

interface ChosenPeriod {
  choice: PeriodChoice
  period: Period
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
    choose: (next) => navigate(`${path}?${searchWith(location.search, next)}`, { replace: true }),
  }
}
