import { Minus, Plus, Trash2 } from 'lucide-react'

const STEP = 'grid size-11 place-items-center rounded-full hover:bg-line disabled:text-muted disabled:opacity-50'

interface QuantityStepperProps {
  quantity: number
  most: number
  onChange: (quantity: number) => void
  /** What a screen reader says of each button. */
  labels: { less: string; more: string; remove: string }
}

/** One less, how many, one more; the last one goes into the bin. */
export function QuantityStepper({ quantity, most, onChange, labels }: QuantityStepperProps) {
  const Less = quantity > 1 ? Minus : Trash2
  return (
    <div className="flex h-11 items-center rounded-full bg-sunk">
      <button
        type="button"
        className={STEP}
        aria-label={quantity > 1 ? labels.less : labels.remove}
        onClick={() => onChange(quantity - 1)}
      >
        <Less aria-hidden="true" className="size-[17px]" />
      </button>
      <span className="figures min-w-5 text-center font-bold">{quantity}</span>
      <button
        type="button"
        className={STEP}
        aria-label={labels.more}
        disabled={quantity >= most}
        onClick={() => onChange(quantity + 1)}
      >
        <Plus aria-hidden="true" className="size-[17px]" />
      </button>
    </div>
  )
}
