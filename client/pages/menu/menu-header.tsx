import { type ReactNode, useRef } from 'react'
import { leaveCart } from '../../areas/cart/index.ts'
import { CategoryStrip, CategoryStripSkeleton, type MenuSection } from '../../areas/menu/index.ts'
import { WaiterBadge } from '../../areas/tables/index.ts'
import { scrollBehavior } from '../../lib/browser/environment.ts'
import { LanguageChoice } from '../../lib/browser/preferences.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, Skeleton, t, Wordmark } from '../../ui/index.ts'
import type { GuestTable } from './use-guest-table.ts'

/** Taps on the logo, each within 1.5 s, that open the table dialog (docs/product/menu.md#menu-table-gesture). */
export const TAPS_TO_OPEN = 5
export const MAX_TAP_GAP_MS = 1500

export interface Taps {
  count: number
  /** The time of the last tap in milliseconds. */
  at: number
}

/** Counts a tap. After a longer gap the count restarts at 1; at the fifth tap `opens` is true and the count is 0. */
export function tapLogo(taps: Taps, now: number): Taps & { opens: boolean } {
  const count = now - taps.at > MAX_TAP_GAP_MS ? 1 : taps.count + 1
  return count >= TAPS_TO_OPEN ? { count: 0, at: now, opens: true } : { count, at: now, opens: false }
}

/** The table of this visit, or why there is none; all of it fits the header's row. */
function TablePlace({ table: { table, problem, retry, leave } }: { table: GuestTable }) {
  if (table) return <WaiterBadge table={table} onLeave={() => leaveCart(leave)} />
  if (!problem) return <Skeleton className="h-10 w-28 rounded-full" />
  return (
    <p role={problem === 'unknown' ? 'status' : 'alert'} className="text-sm leading-tight">
      {t(`table.${problem}`)}{' '}
      {problem === 'notChecked' && (
        <button type="button" onClick={retry} className="touch relative font-semibold underline underline-offset-2">
          {t('common.tryAgain')}
        </button>
      )}
    </p>
  )
}

interface MenuHeaderProps {
  sections: readonly MenuSection[]
  loading: boolean
  /** Whether the guest's filter may have left out all of them: the strip then still leads to the filter. */
  isFiltered: boolean
  active: string | undefined
  onCategory: (key: string) => void
  table: GuestTable
  onOpenTableChoice: () => void
  /** What a guest at the table can do, beside its badge. */
  children: ReactNode
}

/** The sticky header: name, language, table and categories. Five taps on the name open the table dialog. */
export function MenuHeader(props: MenuHeaderProps) {
  const { sections, loading, isFiltered, active, onCategory, table, onOpenTableChoice, children } = props
  const { restaurantName } = useSettings()
  const taps = useRef<Taps>({ count: 0, at: 0 })

  function onLogoTap() {
    const { opens, ...next } = tapLogo(taps.current, performance.now())
    taps.current = next
    if (opens) onOpenTableChoice()
    else scrollTo({ top: 0, behavior: scrollBehavior() })
  }

  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <a
        href="#content"
        className="absolute left-4 top-2 z-10 -translate-y-24 rounded-control bg-ink px-4 py-3 font-semibold text-paper focus-visible:translate-y-0"
      >
        {t('common.skipToContent')}
      </a>
      <div className="page-width flex min-h-[54px] items-center justify-between gap-3 pt-1.5 max-[26rem]:gap-1 md:min-h-[66px]">
        <button
          type="button"
          onClick={onLogoTap}
          className={cx(
            '-ml-1 inline-flex h-11 min-w-0 touch-manipulation items-center rounded-control px-1',
            table.hasPlace && 'touch max-md:ml-0 max-md:min-w-7 max-md:px-0',
          )}
        >
          <Wordmark
            name={restaurantName}
            isWhole={!table.hasPlace}
            className={table.hasPlace && 'name-or-logo max-md:gap-0!'}
          />
        </button>
        {table.hasPlace && (
          <div className={cx('flex grow items-center gap-2 max-[26rem]:gap-1', table.problem ? 'min-w-0' : 'shrink-0')}>
            <TablePlace table={table} />
            {children}
          </div>
        )}
        <div className="shrink-0">
          <LanguageChoice />
        </div>
      </div>
      {loading ? (
        <CategoryStripSkeleton />
      ) : (
        (sections.length > 0 || isFiltered) && (
          <CategoryStrip sections={sections} active={active} onChoose={onCategory} />
        )
      )}
    </header>
  )
}
