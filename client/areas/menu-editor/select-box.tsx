import { Check, Minus } from 'lucide-react'

interface SelectBoxProps {
  label: string
  state: 'all' | 'some' | 'none'
  onChange: (isSelected: boolean) => void
}

/** A checkbox with a touch area around it. */
export function SelectBox({ label, state, onChange }: SelectBoxProps) {
  const Mark = state === 'some' ? Minus : Check
  return (
    <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        onChange={({ target }) => onChange(target.checked)}
        className="peer absolute size-6 cursor-pointer appearance-none rounded-[8px]"
      />
      <span
        aria-hidden="true"
        className={`pointer-events-none grid size-6 place-items-center rounded-[8px] border ${
          state === 'none' ? 'border-edge bg-card' : 'border-accent bg-accent text-on-accent'
        }`}
      >
        {state !== 'none' && <Mark className="size-4" strokeWidth={3} />}
      </span>
    </label>
  )
}
