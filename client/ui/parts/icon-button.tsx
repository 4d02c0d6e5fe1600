import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

const VARIANTS = {
  quiet: 'text-ink hover:bg-sunk',
  sunk: 'bg-sunk text-ink hover:bg-line',
  outline: 'border border-edge bg-card text-ink hover:bg-sunk',
  ink: 'bg-ink text-paper hover:opacity-90',
  accent: 'bg-accent text-on-accent hover:bg-accent-strong',
} as const

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name and tooltip. */
  label: string
  variant?: keyof typeof VARIANTS
  /** A part of the label that is shown beside the icon in a wide container. */
  word?: string
  /** Whether the word is shown there at every width: in short lines where the container is narrow. */
  isWordNeeded?: boolean
}

const WORD_IN_WIDE_CONTAINER = 'gap-2 font-semibold text-[15px] @min-[90rem]:w-auto @min-[90rem]:px-3.5'
const WORD = 'w-auto! gap-2 px-2 font-semibold text-[13px] @min-[60rem]:px-3.5 @min-[60rem]:text-[15px]'

/** A button with an icon, 44 px unless `className` sets another size. */
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
        'touch inline-flex size-11 shrink-0 items-center justify-center rounded-control transition-colors disabled:text-muted disabled:opacity-60',
        VARIANTS[variant],
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
