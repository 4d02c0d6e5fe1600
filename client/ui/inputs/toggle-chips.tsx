import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { FieldError } from './field.tsx'

interface ToggleChipsProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  /** The style of a chosen chip. */
  tone: 'ink' | 'warning'
  /** What is shown between the legend and the chips. */
  before?: ReactNode
  /** The message shown below, in the user's language. */
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
                'relative inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border px-3.5 text-sm font-semibold select-none',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
                isChosen ? CHOSEN_CLASSES[tone] : 'border-line bg-card text-ink hover:bg-sunk',
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
              {isChosen && <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />}
              {option.label}
            </label>
          )
        })}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
