import { Ban } from 'lucide-react'
import { alikeKey, type LineOption, optionText, withoutFirst } from '#shared/domain/orders/line-options.ts'
import { cx, language } from '../../ui/index.ts'

interface LineOptionsProps {
  options: readonly LineOption[]
  /** For the kitchen, which reads at two metres: what is left out is a bar. */
  isFar?: boolean
}

/** The chosen options of a line: what it is made without first, red and with a sign. Of spans, for use in a button. */
export function LineOptions({ options, isFar = false }: LineOptionsProps) {
  return withoutFirst(options).map((option, i) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: two options may be alike, and none has a state.
      key={i}
      className={cx(
        'block',
        !option.without && (isFar ? 'font-semibold' : 'pl-[0.9em] text-muted'),
        option.without && (isFar ? 'my-1 w-fit rounded-small border-3 px-2' : 'pl-[0.9em]'),
        option.without && 'border-cancelled font-bold text-cancelled',
      )}
    >
      {option.without && <Ban strokeWidth={2.75} className="mr-[0.3em] mb-[0.15em] inline size-[1em]" />}
      {optionText(option, language)}
    </span>
  ))
}

interface DishVariantsProps {
  variants: readonly { options: readonly LineOption[]; quantity: number }[]
  className?: string
}

/** How many portions of a dish are made with which options. */
export function DishVariants({ variants, className }: DishVariantsProps) {
  return variants.map(({ options, quantity }) => (
    <span key={alikeKey(options)} className={cx('figures block font-semibold text-muted', className)}>
      {quantity}×{' '}
      {withoutFirst(options).map((option, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two options may be alike, and none has a state.
        <span key={i} className={option.without ? 'text-cancelled' : undefined}>
          {i > 0 && ', '}
          {optionText(option, language)}
        </span>
      ))}
    </span>
  ))
}

/** Indents a part below its line. */
export const PART = 'pl-6'
