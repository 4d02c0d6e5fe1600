import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useLocation, useSearch } from 'wouter'
import * as z from 'zod/mini'
import { getReport, REPORT_WITHIN, type ReportPart } from '#shared/contracts/reports.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { addDays, localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { Button, ChoiceChips, DateInput, Select, TextField, useTranslation } from '../../ui/index.ts'

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

export type Granularity = 'day' | 'week' | 'month'

const MAX_DAYS_BY_DAY = 92
const MAX_DAYS_BY_WEEK = 732

/** The sums of consecutive business days, one bar, and of as many days before the period; in minor units. */
export interface DayGroup {
  /** YYYY-MM-DD */
  first: string
  last: string
  orders: number
  revenue: number
  ordersBefore: number
  revenueBefore: number
}

/** The granularity of the bars for a period of this many days, so that there are not too many to distinguish. */
export function granularityOf(days: number): Granularity {
  if (days <= MAX_DAYS_BY_DAY) return 'day'
  return days <= MAX_DAYS_BY_WEEK ? 'week' : 'month'
}

/** Groups the days of a report. Days of the period before are matched by their position in it, not by date. */
export function groupDays({ days, daysBefore }: Pick<ReportPart, 'days' | 'daysBefore'>): DayGroup[] {
  const granularity = granularityOf(days.length)
  const groups: DayGroup[] = []
  let key = ''
  days.forEach(({ day, orders, revenue }, index) => {
    if (keyOf(day, granularity) !== key) {
      key = keyOf(day, granularity)
      groups.push({ first: day, last: day, orders: 0, revenue: 0, ordersBefore: 0, revenueBefore: 0 })
    }
    const group = groups.at(-1) as DayGroup
    group.last = day
    group.orders += orders
    group.revenue += revenue
    group.ordersBefore += daysBefore[index]?.orders ?? 0
    group.revenueBefore += daysBefore[index]?.revenue ?? 0
  })
  return groups
}

function keyOf(day: string, granularity: Granularity): string {
  if (granularity === 'day') return day
  return granularity === 'month' ? day.slice(0, 7) : addDays(day, 1 - weekdayOf(day))
}

interface PeriodPickerProps {
  choice: PeriodChoice
  period: Period
  onChoose: (choice: PeriodChoice) => void
}

export function PeriodPicker({ choice, period, onChoose }: PeriodPickerProps) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const options = [...PRESETS, 'own' as const].map((value) => ({ value, label: t(`reports.periods.${value}`) }))
  const value = typeof choice === 'string' ? choice : 'own'
  // Custom dates start with the period that is shown.
  const choose = (next: (typeof options)[number]['value']) => onChoose(next === 'own' ? period : next)
  return (
    <div className="flex flex-col gap-3">
      {isWide ? (
        <ChoiceChips
          label={t('reports.period')}
          value={value}
          onChange={choose}
          options={options}
          className="flex flex-wrap gap-2"
          chipClass="rounded-full! border-transparent! bg-sunk text-muted text-sm!"
        />
      ) : (
        <Select label={t('reports.period')} value={value} onValueChange={choose} options={options} />
      )}
      {typeof choice !== 'string' && (
        <CustomDates key={`${choice.from} ${choice.to}`} period={choice} onChoose={onChoose} />
      )}
    </div>
  )
}

function CustomDates({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(getReport.query), defaultValues: period })
  const fieldError = useFieldError()
  // The URL may contain an invalid period: show its errors at once.
  const { trigger } = form
  const isInvalid = !isValidPeriod(period)
  useEffect(() => {
    if (isInvalid) void trigger()
  }, [isInvalid, trigger])
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ from, to }) => onChoose({ from, to }))(event)}
      className="flex flex-wrap gap-3"
    >
      {(['from', 'to'] as const).map((field) => (
        <Controller
          key={field}
          name={field}
          control={form.control}
          render={({ field: input, fieldState: { error } }) => (
            <TextField
              as={DateInput}
              label={t(`reports.${field}`)}
              fieldClass="min-w-0 flex-1 basis-36 sm:max-w-48"
              error={fieldError(error)}
              {...input}
              min={REPORT_WITHIN.first}
              max={REPORT_WITHIN.last}
            />
          )}
        />
      ))}
      <Button type="submit" variant="outline" className="min-h-[46px] max-sm:w-full sm:mt-6">
        {t('reports.show')}
      </Button>
    </form>
  )
}

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
    choose: (next) => navigate(`${path}?${searchWith(location.search, next)}`, { replace: true }),
  }
}
