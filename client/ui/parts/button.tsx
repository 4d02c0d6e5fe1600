import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  ink: 'bg-ink text-paper hover:opacity-90',
  outline: 'border border-edge bg-card text-ink hover:bg-sunk',
  quiet: 'text-ink hover:bg-sunk',
  // Outlined: beside what loses something, the safe button is the solid one.
  danger: 'border border-cancelled bg-card text-cancelled hover:bg-cancelled-soft',
} as const

const SIZES = {
  small: 'touch min-h-9 py-1.5 px-3.5 text-sm rounded-field',
  medium: 'min-h-11 py-2 px-5 text-body rounded-control',
  large: 'min-h-14 py-2 px-6 text-base rounded-panel',
} as const

export interface ButtonStyle {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
}

/** The classes of a button, for links that look like buttons. */
export function buttonClass({ variant = 'primary', size = 'medium' }: ButtonStyle = {}): string {
  return cx('button transition-colors select-none disabled:unusable', VARIANTS[variant], SIZES[size])
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { pending?: boolean }

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

const ICON_VARIANTS = {
  quiet: 'text-ink hover:bg-sunk',
  sunk: 'bg-sunk text-ink hover:bg-line',
  outline: 'border border-edge bg-card text-ink hover:bg-sunk',
  ink: 'bg-ink text-paper hover:opacity-90',
  onInk: 'text-paper hover:bg-paper/15',
  accent: 'bg-accent text-on-accent hover:bg-accent-strong',
} as const

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name and tooltip. */
  label: string
  variant?: keyof typeof ICON_VARIANTS
  /** A part of the label that is shown beside the icon in a wide container. */
  word?: string
  /** Whether the word is shown there at every width: in short lines where the container is narrow. */
  isWordNeeded?: boolean
}

const WORD_IN_WIDE_CONTAINER = 'gap-2 font-semibold text-body @min-[90rem]:w-auto @min-[90rem]:px-3.5'
const WORD = 'w-auto! gap-2 px-2 font-semibold text-small @min-[60rem]:px-3.5 @min-[60rem]:text-body'

/** A button with an icon, as large as a control unless `className` sets another size. */
export function IconButton({
  label,
  variant = 'quiet',
  word,
  isWordNeeded = false,
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
        'touch icon-button transition-colors disabled:text-muted disabled:opacity-60',
        ICON_VARIANTS[variant],
        word && (isWordNeeded ? WORD : WORD_IN_WIDE_CONTAINER),
        className,
      )}
      {...rest}
    >
      {children}
      {word && (
        <span
          className={
            isWordNeeded
              ? 'inline-block w-min text-left leading-[1.15] first-letter:uppercase @min-[60rem]:w-auto @min-[60rem]:whitespace-nowrap'
              : 'hidden @min-[90rem]:inline'
          }
        >
          {word}
        </span>
      )}
    </button>
  )
}

/** A spinner, hidden from screen readers: the component that shows it must describe what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('animate-spin', className ?? 'size-6')}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

export function SpinnerPage({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-accent">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  )
}

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-pulse rounded-chip bg-sunk', className)} />
}
