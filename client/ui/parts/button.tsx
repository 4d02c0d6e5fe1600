import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from './spinner.tsx'

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  ink: 'bg-ink text-paper hover:opacity-90',
  outline: 'border border-edge bg-card text-ink hover:bg-sunk',
  quiet: 'text-ink hover:bg-sunk',
  danger: 'bg-cancelled text-card hover:opacity-90',
} as const

const SIZES = {
  small: 'touch min-h-9 py-1.5 px-3.5 text-sm rounded-[12px]',
  medium: 'min-h-11 py-2 px-5 text-[15px] rounded-control',
  large: 'min-h-14 py-2 px-6 text-base rounded-[16px]',
} as const

export interface ButtonStyle {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
}

/** The classes of a button, for links that look like buttons. */
export function buttonClass({ variant = 'primary', size = 'medium' }: ButtonStyle = {}): string {
  return cx(
    'inline-flex items-center justify-center gap-2 text-balance text-center font-semibold leading-tight transition-colors select-none',
    'disabled:bg-sunk disabled:text-muted disabled:border-transparent disabled:cursor-not-allowed disabled:opacity-100',
    VARIANTS[variant],
    SIZES[size],
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { pending?: boolean }

/** A button. While pending it is disabled and shows a spinner. */
export function Button({
  variant,
  size,
  pending,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={cx(buttonClass({ variant, size }), className)}
      {...rest}
    >
      {pending && <Spinner className="size-4" />}
      {children}
    </button>
  )
}
