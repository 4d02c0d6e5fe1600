import { CircleAlert, CircleCheck, CircleHelp, CircleMinus, CircleX, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { Badge, type BadgeTone } from '../../ui/parts/badge.tsx'
import type { Check, CheckName, CheckState } from './check.ts'

const LOOKS: Record<CheckState, { Icon: LucideIcon; colour: string; tone: BadgeTone }> = {
  ok: { Icon: CircleCheck, colour: 'text-ready', tone: 'ready' },
  look: { Icon: CircleAlert, colour: 'text-pending', tone: 'pending' },
  wrong: { Icon: CircleX, colour: 'text-cancelled', tone: 'cancelled' },
  unknown: { Icon: CircleHelp, colour: 'text-preparing', tone: 'preparing' },
  unused: { Icon: CircleMinus, colour: 'text-muted', tone: 'neutral' },
}

/** One thing that must be right: its state by icon, word and colour, a sentence, and the remedy. */
export function CheckRow({ name, check }: { name: CheckName; check: Check }) {
  const { t } = useTranslation()
  const { state, says, remedy, isReadAloud } = check
  const { Icon, colour, tone } = LOOKS[state]
  const row = useFocusKept<HTMLLIElement>()
  const title = t(`beforeService.${name}.name`)
  return (
    <li ref={row} tabIndex={-1} aria-label={title} className="flex gap-3.5 px-4 py-4 outline-none sm:px-5">
      <Icon aria-hidden="true" className={cx('size-6 shrink-0', colour)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-base leading-6 font-semibold">{title}</p>
          <Badge tone={tone}>{t(`beforeService.states.${state}`)}</Badge>
        </div>
        <div role={isReadAloud ? 'status' : undefined} className="mt-1 text-[15px] text-pretty text-muted">
          {says}
        </div>
        {remedy && <div className="mt-3 flex flex-wrap items-center gap-2.5">{remedy}</div>}
      </div>
    </li>
  )
}

/** Gives the focus to the row where a remedy that had it goes. */
function useFocusKept<Row extends HTMLElement>() {
  const row = useRef<Row>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    const moved = ({ target }: Event) => {
      hasFocus.current = row.current?.contains(target as Node) ?? false
    }
    // Whoever touches what has no focus of its own has left the row as well.
    document.addEventListener('focusin', moved)
    document.addEventListener('pointerdown', moved)
    return () => {
      document.removeEventListener('focusin', moved)
      document.removeEventListener('pointerdown', moved)
    }
  }, [])
  // After each change: any may have taken the focus along.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) row.current?.focus({ preventScroll: true })
  })
  return row
}
