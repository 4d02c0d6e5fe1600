import { type ComponentProps, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#shared/domain/money.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { cx } from '../../../ui/cx.ts'
import { TextInput } from '../../../ui/inputs/field.tsx'
import { decimalText, readPrice } from './price-text.ts'

interface PriceInputProps extends ComponentProps<'input'> {
  id: string
  /** The present text of the input. */
  text: string
  /** Called with the text for the meaning that was chosen. */
  onChoose: (text: string) => void
}

/**
 * An input for a price, with its meaning at the right end. A small whole number can mean two things: both are offered
 * below, and none is chosen beforehand (docs/product/menu.md#menu-price-field).
 */
export function PriceInput({ text, onChoose, className, ...input }: PriceInputProps) {
  const { t } = useTranslation()
  const { currency } = useSettings()
  const box = useRef<HTMLDivElement>(null)
  const meaning = readPrice(text, currency)
  const isUnclear = meaning.kind === 'unclear'
  const group = useRef<HTMLFieldSetElement>(null)
  // They would appear behind the footer of a form.
  useEffect(() => {
    if (isUnclear) group.current?.scrollIntoView({ block: 'nearest' })
  }, [isUnclear])
  const choices = isUnclear ? (['minor', 'major'] as const) : []
  return (
    <div ref={box} className={className}>
      <div className="relative">
        <TextInput
          {...input}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          className={cx('figures', meaning.kind !== 'none' && 'pr-36!')}
        />
        <output
          htmlFor={input.id}
          className={cx(
            'figures pointer-events-none absolute top-0 right-3.5 flex h-[46px] items-center text-[15px] font-semibold',
            isUnclear ? 'text-pending' : 'text-ready',
          )}
        >
          {isUnclear && t('menuEditor.price.which')}
          {meaning.kind === 'known' && `= ${formatMoney(meaning.minor, currency)}`}
        </output>
      </div>
      {isUnclear && (
        <fieldset
          ref={group}
          aria-label={t('menuEditor.price.whichOf', { text: text.trim() })}
          className="mt-2 grid scroll-mb-44 grid-cols-2 gap-2.5"
        >
          {choices.map((unit) => (
            <button
              key={unit}
              type="button"
              onClick={() => {
                onChoose(decimalText(meaning[unit]))
                // The buttons disappear.
                box.current?.querySelector('input')?.focus()
              }}
              className="flex min-h-13 flex-col items-center justify-center rounded-[12px] border border-edge bg-card px-2 py-1.5 hover:bg-sunk"
            >
              <span className="figures font-bold text-[17px]">{formatMoney(meaning[unit], currency)}</span>
              <span className="text-[13px] text-muted">
                {t(`menuEditor.price.${unit}.${currency}`, { count: meaning.minor })}
              </span>
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
