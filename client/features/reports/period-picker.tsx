import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { REPORT_DAYS } from '#shared/contracts/reports.ts'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceChips } from '../../ui/choice-chips.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type Choice, issueOf, type Period, type PeriodIssue, PRESETS } from './period.ts'

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
  const { register, handleSubmit, formState } = useForm<Period>({ defaultValues: period })
  // A period that came by the address may be wrong before anything is typed.
  const first = formState.isSubmitted ? undefined : issueOf(period)
  const said = (field: keyof Period) => {
    const issue = (formState.errors[field]?.message as PeriodIssue | undefined) ?? (field === 'to' ? first : undefined)
    return issue && t(`reports.issues.${issue}`, { days: REPORT_DAYS })
  }
  const rules = {
    from: { validate: (from: string) => (from ? true : ('missing' satisfies PeriodIssue)) },
    to: { validate: (to: string, { from }: Period) => issueOf({ from, to }) ?? true, deps: ['from' as const] },
  }
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onChoose)(event)} className="flex flex-wrap gap-3">
      {(['from', 'to'] as const).map((field) => (
        <Field
          key={field}
          label={t(`reports.${field}`)}
          error={said(field)}
          className="min-w-0 flex-1 basis-36 sm:max-w-48"
        >
          {(control) => <TextInput {...control} {...register(field, rules[field])} type="date" max="2999-12-31" />}
        </Field>
      ))}
      <Button type="submit" look="outline" className="mt-6 min-h-[46px] max-sm:flex-1">
        {t('reports.show')}
      </Button>
    </form>
  )
}
