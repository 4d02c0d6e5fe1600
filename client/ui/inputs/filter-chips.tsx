import type { Language } from '#shared/domain/language.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { cx } from '../cx.ts'

interface FilterChipsProps<Value extends string> {
  label: string
  /** The first shows everything. A filter that would show nothing is offered only while it is chosen. */
  options: readonly { value: Value; label: string; count: number }[]
  value: Value
  onChange: (value: Value) => void
  /** The language of the counts. */
  language: Language
  className?: string
}

/** Filters of a list, in one row, each with the number of entries that it shows. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, options, value, onChange, language, className } = props
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
            'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-3.5 text-sm font-semibold whitespace-nowrap transition-colors sm:px-4',
            option.value === value ? 'bg-ink text-paper' : 'bg-sunk text-muted hover:bg-line',
          )}
        >
          {option.label}
          <span className="figures min-w-5 rounded-full bg-card px-1.5 py-0.5 text-center text-xs leading-none font-bold text-ink">
            {formatNumber(option.count, language)}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
