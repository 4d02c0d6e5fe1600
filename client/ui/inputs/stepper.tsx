import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { cx } from '../cx.ts'
import { t } from '../translation.ts'

const BUTTON = 'disc transition-[background-color,transform] active:scale-95'
const SMALL = 'touch size-10'
const IN_ROW = 'hover:bg-line aria-disabled:text-muted aria-disabled:opacity-50'
const CARD_PLUS = 'bg-accent text-on-accent hover:bg-accent-strong aria-disabled:bg-sunk aria-disabled:text-muted'
const UNFOLDED =
  'w-[116px] border border-line bg-card p-[2px] shadow-[0_3px_10px_rgb(66_42_24/0.16)] md:border-transparent md:bg-accent-soft md:shadow-none'

interface StepperProps extends Pick<ComponentProps<'div'>, 'ref' | 'children' | 'className'> {
  /** What is counted. */
  name: string
  quantity: number
  onChange: (quantity: number) => void
  min?: number
  max?: number | undefined
  /** Shown in place of the quantity. */
  text?: string | undefined
  /** On the card of a dish, where it unfolds around the "+". */
  onCard?: boolean
  /** In place of the usual minus. */
  minus?: { label: string; icon: ReactNode } | undefined
  /** What differs from the usual plus; null for none. */
  plus?: ComponentProps<'button'> | null
  /** Whether the page announces the change itself. */
  isQuiet?: boolean
}

/** A quantity between a minus and a plus, which keep the focus at an end. */
export function Stepper(props: StepperProps) {
  const { ref, name, quantity, onChange, min = 0, max = MAX_QUANTITY, text = quantity } = props
  const { onCard = false, minus, plus = {}, isQuiet = onCard, className = 'relative', children } = props
  const isUnfolded = !onCard || quantity > 0
  const [atStart, atEnd] = [quantity <= min, quantity >= max]
  const icon = { className: onCard ? 'size-[18px]' : 'size-[17px]', strokeWidth: onCard ? 2.4 : undefined }
  const Count = isQuiet ? 'span' : 'output'
  return (
    <div
      ref={ref}
      tabIndex={onCard ? -1 : undefined}
      className={cx(
        'flex shrink-0 items-center rounded-full outline-none',
        className,
        onCard ? 'h-[46px] justify-end' : 'h-10 bg-sunk',
        onCard && isUnfolded && UNFOLDED,
      )}
    >
      {isUnfolded && (
        <>
          <button
            type="button"
            aria-label={minus?.label ?? t('menu.less', { name })}
            aria-disabled={atStart || undefined}
            onClick={() => atStart || onChange(quantity - 1)}
            className={cx(BUTTON, SMALL, onCard ? 'text-accent hover:bg-sunk' : IN_ROW)}
          >
            {minus?.icon ?? <Minus {...icon} />}
          </button>
          <Count
            aria-label={isQuiet ? undefined : name}
            className={cx('figures text-center font-bold', onCard ? 'flex-1 text-base' : 'min-w-5')}
          >
            {onCard && <span className="sr-only">{t('menu.inCart', { count: quantity })}</span>}
            <span aria-hidden={onCard || undefined}>{text}</span>
          </Count>
        </>
      )}
      {plus && (
        <button
          type="button"
          data-adds={onCard || undefined}
          aria-label={t(isUnfolded ? 'menu.more' : 'menu.add', { name })}
          aria-disabled={atEnd || undefined}
          {...plus}
          onClick={(event) => atEnd || (plus.onClick ? plus.onClick(event) : onChange(quantity + 1))}
          className={cx(BUTTON, isUnfolded ? SMALL : 'plus-disc', onCard ? CARD_PLUS : IN_ROW)}
        >
          <Plus {...icon} className={isUnfolded ? icon.className : 'size-[22px]'} />
        </button>
      )}
      {children}
    </div>
  )
}
