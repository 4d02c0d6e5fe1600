import { useEffect, useRef, useState } from 'react'
import type { CheckState } from '#shared/contracts/before-service.ts'
import { Badge, type BadgeTone, t } from '../../ui/index.ts'
import type { Check } from './checks.tsx'
import { Remedy } from './ways.tsx'

const TONES: Record<CheckState, BadgeTone> = {
  ok: 'ready',
  look: 'pending',
  wrong: 'cancelled',
  unknown: 'preparing',
  unused: 'neutral',
}

/** What may change by itself: screen readers announce the new text. */
const READ_ALOUD: ReadonlySet<string> = new Set([
  'sound',
  'printer',
  'live',
  'phone',
  'paused',
  'fiscal',
  'backup',
  'server',
])

/** One check: its state as a word in its colour, a sentence, and what mends it. */
export function CheckRow({ name, title, state, text, buttons, form }: Check) {
  const row = useFocusFallback<HTMLLIElement>()
  const [isOpen, setChosen] = useState(false)
  return (
    <li ref={row} tabIndex={-1} aria-label={title} className="px-4 py-4 outline-none sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-base leading-6 font-semibold">{title}</p>
        <Badge tone={TONES[state]}>{t(`beforeService.states.${state}`)}</Badge>
      </div>
      <div role={READ_ALOUD.has(name) ? 'status' : undefined} className="mt-1 text-body text-pretty text-muted">
        {text}
      </div>
      {isOpen && form && <div className="mt-3">{form.content(setChosen)}</div>}
      {(buttons || form) && (
        <div className="mt-3 flex flex-wrap items-center gap-2.5 empty:hidden">
          {form && !isOpen && <Remedy label={form.open} onClick={() => setChosen(true)} />}
          {buttons}
        </div>
      )}
    </li>
  )
}

/** Moves the focus to the row if a focused button in it is removed. */
export function useFocusFallback<Row extends HTMLElement>() {
  const row = useRef<Row>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    const onFocusMoved = ({ target }: Event) => {
      hasFocus.current = row.current?.contains(target as Node) ?? false
    }
    // A tap on something that cannot have the focus leaves the row as well.
    document.addEventListener('focusin', onFocusMoved)
    document.addEventListener('pointerdown', onFocusMoved)
    return () => {
      document.removeEventListener('focusin', onFocusMoved)
      document.removeEventListener('pointerdown', onFocusMoved)
    }
  }, [])
  // After each render: any may have removed the focused element.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) row.current?.focus({ preventScroll: true })
  })
  return row
}
