import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { getReport, REPORT_WITHIN } from '#shared/contracts/reports.ts'
import { useFieldError } from '../../lib/api/field-error.ts'
import { useIsWide } from '../../lib/browser/use-is-wide.ts'
import { ChoiceChips } from '../../ui/inputs/choice-chips.tsx'
import { Field, TextInput } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { type Choice, canBeAsked, type Period, PRESETS } from './period.ts'

interface PeriodPickerProps {
  choice: Choice
  period: Period
  onChoose: (choice: Choice) => void
}

/** The usual periods at one touch, and dates of one's own. */
export function PeriodPicker({ choice, period, onChoose }: PeriodPickerProps) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const options = [...PRESETS, 'own' as const].map((value) => ({ value, label: t(`reports.periods.${value}`) }))
  const value = typeof choice === 'string' ? choice : 'own'
  // Own dates begin with those that are shown.
  const choose = (next: (typeof options)[number]['value']) => onChoose(next === 'own' ? period : next)
  return (
    <div className="flex flex-col gap-3">
      {isWide ? (
        <ChoiceChips label={t('reports.period')} value={value} onChange={choose} options={options} />
      ) : (
        <Field label={t('reports.period')}>
          {(control) => <Select {...control} value={value} onValueChange={choose} options={options} />}
        </Field>
      )}
      {typeof choice !== 'string' && (
        <OwnDates key={`${choice.from} ${choice.to}`} period={choice} onChoose={onChoose} />
      )}
    </div>
  )
}

function OwnDates({ period, onChoose }: { period: Period; onChoose: (period: Period) => void }) {
  const { t } = useTranslation()
  const said = useFieldError()
  const form = useForm({ resolver: zodResolver(getReport.query), defaultValues: period })
  const { errors } = form.formState
  // What the address says may be impossible before anything is typed.
  const { trigger } = form
  const isImpossible = !canBeAsked(period)
  useEffect(() => {
    if (isImpossible) void trigger()
  }, [isImpossible, trigger])
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ from, to }) => onChoose({ from, to }))(event)}
      className="flex flex-wrap gap-3"
    >
      {(['from', 'to'] as const).map((field) => (
        <Field
          key={field}
          label={t(`reports.${field}`)}
          error={said(errors[field])}
          className="min-w-0 flex-1 basis-36 sm:max-w-48"
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.register(field)}
              type="date"
              min={REPORT_WITHIN.first}
              max={REPORT_WITHIN.last}
            />
          )}
        </Field>
      ))}
      <Button type="submit" variant="outline" className="mt-6 min-h-[46px] max-sm:flex-1">
        {t('reports.show')}
      </Button>
    </form>
  )
}
