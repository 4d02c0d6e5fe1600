import { Minus, Plus, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'

const STEP = 'grid size-11 place-items-center rounded-full hover:bg-line disabled:text-muted disabled:opacity-50'

interface QuantityStepperProps {
  /** The name of the dish. */
  name: string
  quantity: number
  /** False for a sold-out dish, whose quantity can only be reduced. */
  mayAdd: boolean
  onChange: (quantity: number) => void
}

/** The stepper of a line, with a button that removes the whole line if its quantity is above one. */
export function LineStepper(props: QuantityStepperProps) {
  const { t } = useTranslation()
  const { name, quantity, onChange } = props
  return (
    <div className="flex shrink-0 flex-col items-end justify-between gap-1">
      <QuantityStepper {...props} />
      {quantity > 1 && (
        <button
          type="button"
          aria-label={t('cart.remove', { name })}
          title={t('cart.remove', { name })}
          onClick={() => onChange(0)}
          className="touch grid size-8 place-items-center rounded-full text-muted hover:bg-sunk hover:text-ink"
        >
          <X aria-hidden="true" className="size-[17px]" />
        </button>
      )}
    </div>
  )
}

/** Minus, quantity and plus. At quantity one, the minus becomes a bin. */
function QuantityStepper({ name, quantity, mayAdd, onChange }: QuantityStepperProps) {
  const { t } = useTranslation()
  const MinusIcon = quantity > 1 ? Minus : Trash2
  return (
    <div className="flex h-11 items-center rounded-full bg-sunk">
      <button
        type="button"
        className={STEP}
        aria-label={quantity > 1 ? t('menu.less', { name }) : t('cart.remove', { name })}
        onClick={() => onChange(quantity - 1)}
      >
        <MinusIcon aria-hidden="true" className="size-[17px]" />
      </button>
      <span className="figures min-w-5 text-center font-bold">{quantity}</span>
      <button
        type="button"
        className={STEP}
        aria-label={t('menu.more', { name })}
        disabled={!mayAdd || quantity >= MAX_QUANTITY}
        onClick={() => onChange(quantity + 1)}
      >
        <Plus aria-hidden="true" className="size-[17px]" />
      </button>
    </div>
  )
}
