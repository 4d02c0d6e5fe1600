import { cx } from './cx.ts'

interface LanguageSwitchProps<Language extends string> {
  value: Language
  /** Each with its name in its own language. */
  options: readonly { value: Language; name: string }[]
  onChange: (language: Language) => void
  label: string
}

/** A switch that shows language codes; for screen readers, each has the language's own name. */
export function LanguageSwitch<Language extends string>(props: LanguageSwitchProps<Language>) {
  const { value, options, onChange, label } = props
  return (
    <fieldset className="inline-flex shrink-0 rounded-full border border-edge bg-card p-[3px]">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.value}
          aria-label={option.name}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'touch h-8 min-w-10 rounded-full px-2 text-[13px] font-bold uppercase transition-colors',
            option.value === value ? 'bg-ink text-paper' : 'text-muted hover:text-ink',
          )}
        >
          {option.value}
        </button>
      ))}
    </fieldset>
  )
}
