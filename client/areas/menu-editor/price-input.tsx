import { type ComponentProps, useEffect, useRef } from 'react'
import { type Currency, formatMoney, readAmount } from '#shared/domain/money.ts'
import { storedWord } from '../../lib/browser/storage.ts'
import { currency } from '../../lib/settings/settings.ts'
import { Button, cx, TextInput, t } from '../../ui/index.ts'

/** What the text in a price field means, in minor units. */
type PriceMeaning =
  | { kind: 'known'; minor: number }
  /** A small whole number: minor units, or whole lei or euros. The owner is asked. */
  | { kind: 'unclear'; minor: number; major: number }
  | { kind: 'none' }

/** The largest whole number that is asked about: nobody means 1,000 lei by 1000, but many mean 28 lei by 28. */
const MAX_UNCLEAR = 999

/** What whole numbers mean in this browser once the owner has said it; before that they are minor units. */
export const wholeNumbersAre = storedWord<'major'>('wholePrices', ['major'])

/**
 * Reads the text of a price field: whole minor units, or an amount with decimals or a unit
 * (docs/product/menu.md#menu-price-field).
 * @param currency the restaurant's, in which a price must be; undefined where this does not matter
 */
export function readPrice(text: string, currency?: Currency): PriceMeaning {
  const amount = readAmount(text)
  if (!amount || (amount.unit && currency && amount.unit !== currency)) return { kind: 'none' }
  const { kind, value } = amount
  if (kind === 'whole' && wholeNumbersAre.read()) return { kind: 'known', minor: value * 100 }
  if (kind === 'whole' && value >= 1 && value <= MAX_UNCLEAR) {
    return { kind: 'unclear', minor: value, major: value * 100 }
  }
  return { kind: 'known', minor: value }
}

/** The price that a text means; undefined if it is unclear or no price. */
export function knownPrice(text: string, currency?: Currency): number | undefined {
  const meaning = readPrice(text, currency)
  return meaning.kind === 'known' ? meaning.minor : undefined
}

/** The text for a price, with its decimals: `28.00` means the same however whole numbers are read. */
export function decimalText(minor: number): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

interface PriceInputProps extends ComponentProps<'input'> {
  id: string
  text: string
  onChoose: (text: string) => void
  /** Shows the meaning below the input, where there is no room within, and only if the text does not say it. */
  isShort?: boolean
}

/**
 * An input for a price, with its meaning at the right end. A small whole number can mean two things: both are offered
 * below, and none is chosen beforehand (docs/product/menu.md#menu-price-field). When the field is left, a whole number
 * becomes its amount: what it means must not change with the next choice.
 */
export function PriceInput({ text, onChoose, isShort = false, className, ...input }: PriceInputProps) {
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
          onBlur={(event) => {
            input.onBlur?.(event)
            if (meaning.kind === 'known' && /^\s*\d+\s*$/.test(text)) onChoose(decimalText(meaning.minor))
          }}
          inputMode="decimal"
          maxLength={14}
          className={cx('figures', meaning.kind !== 'none' && !isShort && 'pr-36!')}
        />
        <output
          htmlFor={input.id}
          className={cx(
            'figures pointer-events-none flex items-center font-semibold',
            isShort ? 'px-1 pt-0.5 text-small' : 'absolute top-0 right-3.5 h-[46px] text-body',
            isUnclear ? 'text-pending' : 'text-ready',
          )}
        >
          {isUnclear && t('menuEditor.price.which')}
          {meaning.kind === 'known' &&
            !(isShort && text === decimalText(meaning.minor)) &&
            `= ${formatMoney(meaning.minor, currency)}`}
        </output>
      </div>
      {isUnclear && (
        <fieldset
          ref={group}
          aria-label={t('menuEditor.price.whichOf', { text: text.trim() })}
          className={cx('mt-2 grid scroll-mb-44 gap-2.5', !isShort && 'grid-cols-2')}
        >
          {choices.map((unit) => (
            <Button
              key={unit}
              variant="outline"
              onClick={() => {
                if (unit === 'major') wholeNumbersAre.write('major')
                onChoose(decimalText(meaning[unit]))
                // The buttons disappear.
                box.current?.querySelector('input')?.focus()
              }}
              className="min-h-13! flex-col gap-0! px-2!"
            >
              <span className="figures font-bold text-name">{formatMoney(meaning[unit], currency)}</span>
              <span className="text-small text-muted">
                {t(`menuEditor.price.${unit}.${currency}`, { count: meaning.minor })}
              </span>
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
