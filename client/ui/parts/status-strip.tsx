import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { cx } from '../cx.ts'
import { CloseButton } from '../overlays/close-button.tsx'
import { t } from '../translation.ts'
import { Button } from './button.tsx'

const TONES = {
  danger: 'bg-cancelled-soft text-cancelled',
  pending: 'bg-pending-soft text-pending',
  accent: 'bg-accent-soft text-ink',
  quiet: 'bg-sunk text-ink',
} as const

export interface StripNotice {
  key: string
  tone: keyof typeof TONES
  icon: ReactNode
  /** In one line on a phone. */
  text: ReactNode
  /** What there is to say beyond the line; shown once the strip is unfolded. */
  details?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  /** Whether it is read out at once, and toasts stand below it. */
  isAlert?: boolean
}

interface StatusStripProps {
  /** The most urgent first. */
  notices: readonly StripNotice[]
  /** What the strip shows while there is no notice. Without it, the strip then takes no room. */
  idle?: ReactNode
  /** What always stands at its end, from 768 px; in a narrower container, on a line of its own above it that scrolls sideways. */
  aside?: ReactNode
  className?: string
}

/**
 * One line of 44 px below the header, higher only with large letters. It is there from the first paint, so that nothing
 * below it moves. It shows the most urgent notice and a count of the others, which unfold over the page, on a phone
 * above it. All are one list: a notice that becomes the first keeps its state.
 */
export function StatusStrip({ notices, idle, aside, className = 'px-4 sm:px-6' }: StatusStripProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const [first, ...others] = notices
  const hasMore = others.length > 0 || first?.details !== undefined
  const isOpen = isUnfolded && hasMore
  if (!first && !idle && !aside) return null
  return (
    <section aria-label={t('live.notices')} className="relative flex shrink-0 @max-tab:flex-col-reverse">
      {(first || idle) && (
        <div
          className={cx(
            'flex w-full min-w-0 items-center gap-2.5',
            MIN_HEIGHT,
            // Unfolded, it covers the whole line.
            isOpen ? '@max-tab:relative' : 'relative',
            !first && 'border-line border-b',
            !first && className,
          )}
        >
          {!first && idle}
          <ul
            className={cx(
              'w-full min-w-0 empty:hidden',
              isOpen && 'absolute top-0 left-0 z-20 shadow-lift max-md:static',
            )}
          >
            {notices.map((notice, index) => (
              <li
                key={notice.key}
                className={cx(
                  '@container relative flex flex-wrap content-center items-center gap-x-2.5',
                  TONES[notice.tone],
                  className,
                  MIN_HEIGHT,
                  isOpen && 'gap-y-1 py-1',
                  index > 0 && (isOpen ? 'border-line border-t' : 'hidden'),
                  hasMore && 'pr-16! @wide:pr-[4.75rem]!',
                )}
              >
                <Line notice={notice} isShort={!isOpen} />
              </li>
            ))}
          </ul>
          {hasMore && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={others.length > 0 ? t('live.others', { count: others.length }) : t('live.more')}
              onClick={() => setUnfolded(!isUnfolded)}
              className={cx(
                'absolute top-0 right-0 z-20 flex w-16 items-center justify-end gap-1 pr-3.5 font-semibold @wide:w-19 @wide:pr-5.5',
                HEIGHT,
              )}
            >
              {others.length > 0 && <span className="figures">+{others.length}</span>}
              <ChevronDown className={cx('size-4.5', isOpen && 'rotate-180')} />
            </button>
          )}
        </div>
      )}
      {aside && (
        <div
          className={cx(
            'no-scrollbar scroll-fade flex h-[2.75rem] items-center overflow-x-auto border-line border-b pl-4 @max-tab:h-10 sm:pl-6 @tab:shrink-0 @tab:pr-4 @tab:pl-2',
          )}
        >
          {aside}
        </div>
      )}
    </section>
  )
}

/** The button of a notice: no higher than the line, which its text shares with that of the notice. */
export function StripButton(props: Omit<ComponentProps<typeof Button>, 'className'>) {
  return (
    <Button size="small" className="py-0! text-body! leading-tight @max-phone:max-w-44 @max-3xs:text-xs!" {...props} />
  )
}

/** The way to what a notice is about: all of its line. */
export function StripLink({ children, ...rest }: { href: string; onClick: () => void; children: ReactNode }) {
  return (
    <Link className="font-semibold after:absolute after:inset-0" {...rest}>
      {children}
      <ChevronRight className="ml-1 inline size-4 align-[-0.15em] @max-[19rem]:hidden" />
    </Link>
  )
}

const HEIGHT = 'h-[2.75rem]'
/** Letters of 200 % on a phone need more than one line for a notice and its button. */
const MIN_HEIGHT = 'min-h-[2.75rem]'

function Line({ notice, isShort }: { notice: StripNotice; isShort: boolean }) {
  const { tone, icon, text, details, action, onDismiss, isAlert } = notice
  return (
    <>
      <div
        role={isAlert ? 'alert' : undefined}
        data-kept-free={isAlert ? '' : undefined}
        className={cx('flex min-w-0 grow items-center gap-2.5', isShort ? 'basis-0 @max-[12rem]:basis-48' : 'basis-48')}
      >
        <span
          aria-hidden="true"
          className={cx('shrink-0 @max-3xs:hidden [&>svg]:size-5', tone === 'accent' && 'text-accent')}
        >
          {icon}
        </span>
        <p className={cx('min-w-0 text-base leading-tight', isShort && 'line-clamp-2 @max-phone:text-sm')}>
          {text}
          {!isShort && details && <span className="block text-body">{details}</span>}
        </p>
      </div>
      {action}
      {onDismiss && <CloseButton className="-mx-1.5 shrink-0" onClick={onDismiss} />}
    </>
  )
}
