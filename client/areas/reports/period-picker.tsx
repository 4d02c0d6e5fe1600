import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useLocation, useSearch } from 'wouter'
import { getReport, REPORT_WITHIN } from '#shared/contracts/reports.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { BUSINESS_DAY_START, businessDayStart } from '#shared/domain/time/business-day.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { useIsWide } from '../../lib/browser/is-wide.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { Button, ChoiceChips, DateInput, Select, TextField, useTranslation } from '../../ui/index.ts'
import { choiceOf, isValidPeriod, type Period, type PeriodChoice, PRESETS, periodOf, searchWith } from './period.ts'

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
    // The history state stays: it contains the link back.
    choose: (next) =>
      navigate(`${path}?${searchWith(location.search, next)}`, { replace: true, state: history.state as unknown }),
  }
}
