import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../../../lib/settings/settings.ts'
import type { MenuSource } from '../menu-source.ts'

type PriceUnit = NonNullable<MenuSource['prices']>

interface PriceChoiceProps {
  /** Some whole prices, as the file has them. */
  examples: readonly number[]
  value: PriceUnit | undefined
  onChoose: (unit: PriceUnit) => void
}

const MINOR_UNITS: Record<PriceUnit, number> = { minor: 1, major: 100 }

/** Asks what the whole prices of a file are, by its own examples (docs/product/menu.md#menu-csv-prices). */
export function PriceChoice({ examples, value, onChoose }: PriceChoiceProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const name = useId()
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 font-semibold">{t('menuImports.asksPrices')}</legend>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {(['minor', 'major'] as const).map((unit) => (
          <label
            key={unit}
            className="min-h-14 cursor-pointer rounded-control border border-edge bg-card px-4 py-3 has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === unit}
              onChange={() => onChoose(unit)}
            />
            {examples.map((price) => (
              <span key={price} className="figures block font-semibold">
                {`${price} = ${format(price * MINOR_UNITS[unit])}`}
              </span>
            ))}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
