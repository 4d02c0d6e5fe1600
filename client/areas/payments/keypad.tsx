import { Delete } from 'lucide-react'
import { cx, useTranslation } from '../../ui/index.ts'

const ROWS = ['1 2 3', '4 5 6', '7 8 9', '00 0 .']

interface KeypadProps {
  onKey: (key: string) => void
  /** Up to three suggested sums, at the right. */
  suggestions: readonly { label: string; onChoose: () => void }[]
}

/** Digits in reach of the thumb. The focus stays in the field, where a keyboard types too. */
export function Keypad({ onKey, suggestions }: KeypadProps) {
  const { t } = useTranslation()
  const digit = (key: string) => ({ key, label: key, onPress: () => onKey(key), isKey: true })
  const atRight = [0, 1, 2].map((i) => {
    const suggestion = suggestions[i]
    return { key: `at right ${i}`, label: suggestion?.label, onPress: suggestion?.onChoose, isKey: false }
  })
  const erase = { key: 'erase', label: 'erase', onPress: () => onKey('erase'), isKey: true }
  const buttons = ROWS.flatMap((row, i) => [...row.split(' ').map(digit), atRight[i] ?? erase])
  return (
    <div className="grid grid-cols-[1fr_1fr_1fr_1.25fr] gap-2" onPointerDown={(event) => event.preventDefault()}>
      {buttons.map(({ key, label, onPress, isKey }) => (
        <button
          key={key}
          type="button"
          aria-label={key === 'erase' ? t('payments.erase') : undefined}
          onClick={onPress}
          className={cx(
            'figures grid min-h-12.5 place-items-center rounded-[12px] px-1 font-semibold leading-tight',
            isKey ? 'bg-sunk text-xl hover:bg-line' : 'border border-edge bg-card text-base hover:bg-sunk',
            label === undefined && 'invisible',
          )}
        >
          {key === 'erase' ? <Delete className="size-5.5" /> : label}
        </button>
      ))}
    </div>
  )
}
