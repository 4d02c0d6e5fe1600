import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

const VARIANTS = {
  quiet: 'text-ink hover:bg-sunk',
  sunk: 'bg-sunk text-ink hover:bg-line',
  outline: 'border border-edge bg-card text-ink hover:bg-sunk',
  accent: 'bg-accent text-on-accent hover:bg-accent-strong',
} as const

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name and tooltip, because an icon has no text. */
  label: string
  variant?: keyof typeof VARIANTS
}

/** A button with only an icon, 44 px unless `className` sets another size. */
export function IconButton({
  label,
  variant = 'quiet',
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'touch inline-flex size-11 shrink-0 items-center justify-center rounded-control transition-colors disabled:text-muted disabled:opacity-60',
        VARIANTS[variant],
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  )
}
