import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  checked: boolean
  disabled?: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A labelled on/off switch that applies at once. */
export function Switch({ label, hint, error, checked, disabled, onCheckedChange }: SwitchProps) {
  const id = useId()
  const below = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <label htmlFor={id} className="flex-1 py-2 text-body font-semibold">
          {label}
        </label>
        <Base.Root
          id={id}
          checked={checked}
          disabled={disabled}
          onCheckedChange={onCheckedChange}
          aria-describedby={below || undefined}
          aria-invalid={error ? true : undefined}
          className="touch flex h-7 w-12 shrink-0 items-center rounded-full border border-edge bg-sunk p-0.5 transition-colors data-checked:border-ready data-checked:bg-ready data-disabled:opacity-60"
        >
          <Base.Thumb className="size-5.5 rounded-full bg-edge transition-transform data-checked:translate-x-5 data-checked:bg-card" />
        </Base.Root>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
