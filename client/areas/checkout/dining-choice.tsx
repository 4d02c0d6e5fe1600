import { Bike, ShoppingBag, Utensils } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'

interface DiningChoiceProps {
  value: 'dine-in' | 'takeaway'
  onChange: (value: 'dine-in' | 'takeaway') => void
}

/** The choice between dine-in and takeaway. Delivery is shown, but disabled. */
export function DiningChoice({ value, onChange }: DiningChoiceProps) {
  const { t } = useTranslation()
  const noteId = useId()
  const options = [
    { option: 'dine-in', label: t('checkout.dineIn'), Icon: Utensils },
    { option: 'takeaway', label: t('checkout.takeaway'), Icon: ShoppingBag },
    { option: 'delivery', label: t('checkout.delivery'), Icon: Bike },
  ] as const
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t('checkout.diningOption')}</legend>
      <div className="grid grid-cols-3 gap-2">
        {options.map(({ option, label, Icon }) => (
          <label
            key={option}
            className={cx(
              'flex min-h-[58px] cursor-pointer flex-col items-center justify-center gap-1 rounded-control border px-1 py-1.5 text-center text-[13.5px] font-semibold leading-tight',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              option === 'delivery' && 'cursor-not-allowed border-dashed border-edge bg-sunk text-muted',
              option !== 'delivery' &&
                (option === value ? 'border-accent bg-accent-soft text-accent' : 'border-edge bg-card text-ink'),
            )}
          >
            <input
              type="radio"
              name="diningOption"
              className="sr-only"
              value={option}
              checked={option === value}
              disabled={option === 'delivery'}
              aria-describedby={option === 'delivery' ? noteId : undefined}
              onChange={() => {
                if (option !== 'delivery') onChange(option)
              }}
            />
            <Icon aria-hidden="true" className="size-[19px]" />
            {label}
          </label>
        ))}
      </div>
      <p id={noteId} className="mt-1 text-[12.5px] text-muted">
        {t('checkout.deliveryNote')}
      </p>
    </fieldset>
  )
}
