import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { recordTap } from '../../orders/index.ts'
import { LATE_TAP_MS } from '../lines/late-tap.ts'

interface SeenRowProps {
  t: TFunction
  /** `cancelled` is red. */
  tone: 'cancelled' | 'plain'
  label: ReactNode
  /** What was seen, for screen readers; by default the label. */
  what?: string
  onSeen: () => void
}

/** Something that changed, with the button that says that somebody has seen it, at first inactive. */
export function SeenRow({ t, tone, label, what, onSeen }: SeenRowProps) {
  const isRed = tone === 'cancelled'
  const [isActive, setActive] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setActive(true), LATE_TAP_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={cx('flex items-center gap-2 border-line border-t px-3 py-2', isRed ? 'text-cancelled' : 'bg-sunk')}>
      <p className="min-w-0 flex-1 break-words font-semibold text-[1rem] leading-tight">{label}</p>
      <button
        type="button"
        disabled={!isActive}
        aria-label={t('kitchen.seenOf', { what: what ?? (typeof label === 'string' ? label : '') })}
        onClick={(event) => {
          if (!recordTap(event.nativeEvent)) onSeen()
        }}
        className={cx(
          'min-h-14 shrink-0 rounded-control border-2 bg-card px-4 font-semibold text-[1.125rem] leading-tight transition-colors',
          isRed ? 'border-cancelled text-cancelled hover:bg-cancelled-soft' : 'border-edge hover:bg-sunk',
        )}
      >
        {t('kitchen.seen')}
      </button>
    </div>
  )
}
