import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatNumber } from '#shared/domain/numbers.ts'
import { cx } from '../cx.ts'
import { FieldError } from './field.tsx'

interface ChoiceChipsProps<Value extends string | number> {
  label: string
  /** The chosen one; none if no option has it. */
  value: Value | undefined
  onChange: (value: Value) => void
  options: readonly { value: Value; label: ReactNode; isOff?: boolean }[]
  /** The look of the row: then only screen readers have the label. */
  className?: string
  chipClass?: string
  /** Whether it takes the focus at once: the chosen one, or else the first. */
  autoFocus?: boolean
}

/** Radio buttons that look like chips, for one choice of a few. */
export function ChoiceChips<Value extends string | number>(props: ChoiceChipsProps<Value>) {
  const { label, value, onChange, options, className, chipClass, autoFocus } = props
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={className ? 'sr-only' : 'mb-1 text-sm font-semibold'}>{label}</legend>
      <div className={className ?? 'flex flex-wrap gap-2'}>
        {options.map((option, i) => (
          <label key={option.value} className={cx('choosable min-h-11 px-4 font-semibold text-body', chipClass)}>
            <input
              type="radio"
              name={name}
              className="sr-only"
              // biome-ignore lint/a11y/noAutofocus: the dialog that asks for it begins with this choice.
              autoFocus={autoFocus && (value === undefined ? i === 0 : option.value === value)}
              checked={option.value === value}
              disabled={option.isOff}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The `className` of chips in one track, for a few short words. */
export const SEGMENTED = 'flex flex-wrap gap-1 rounded-panel bg-sunk p-1'
/** Their `chipClass`: only the chosen one has a surface. */
export const SEGMENT = 'segment flex-[1_1_3.5rem] px-1!'

interface ToggleChipsProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  tone: 'ink' | 'warning'
  before?: ReactNode
  error?: string
}

const CHOSEN_CLASSES = {
  ink: 'border-ink bg-ink text-paper',
  warning: 'border-cancelled bg-cancelled-soft text-cancelled',
}

/** Checkboxes that look like chips, for any number of choices. */
export function ToggleChips<Value extends string>(props: ToggleChipsProps<Value>) {
  const { legend, options, value, onChange, tone, before, error } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {before}
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => {
          const isChosen = value.includes(option.value)
          return (
            <label
              key={option.value}
              className={cx(
                'toggle-chip gap-1.5 px-3.5 text-sm select-none',
                isChosen ? CHOSEN_CLASSES[tone] : 'border-edge bg-card text-ink hover:bg-sunk',
              )}
            >
              <input
                type="checkbox"
                checked={isChosen}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...value, option.value] : value.filter((chosen) => chosen !== option.value),
                  )
                }
                className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
              />
              {isChosen && <Check className="size-3.5" strokeWidth={3} />}
              {option.label}
            </label>
          )
        })}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

interface FilterChipsProps<Value extends string> {
  label: string
  /** The first shows everything. A filter that would show nothing is offered only while it is chosen. */
  options: readonly { value: Value; label: string; count: number }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

/** Filters of a list, in one row, each with the number of entries that it shows. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, options, value, onChange, className } = props
  const offered = options.filter((option, i) => i === 0 || option.count > 0 || option.value === value)
  return (
    <fieldset aria-label={label} className={cx('flex gap-2', className)}>
      {offered.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'pill min-h-11 gap-2 px-3.5 text-sm transition-colors sm:px-4',
            option.value === value ? 'bg-ink text-paper' : 'bg-sunk hover:bg-line',
          )}
        >
          {option.label}
          <span className="count-badge bg-card text-ink">{formatNumber(option.count)}</span>
        </button>
      ))}
    </fieldset>
  )
}
