import { Info } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AllergenButton } from '../../areas/allergens/index.ts'
import { leaveCart } from '../../areas/cart/index.ts'
import { CategoryStrip, CategoryStripSkeleton, type MenuSection } from '../../areas/menu/index.ts'
import { WaiterBadge } from '../../areas/tables/index.ts'
import { LanguageChoice } from '../../lib/browser/preferences.tsx'
import { scrollBehavior } from '../../lib/browser/scroll-behavior.ts'
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { Button } from '../../ui/parts/button.tsx'
import { Skeleton } from '../../ui/parts/skeleton.tsx'
import { Wordmark } from '../../ui/parts/wordmark.tsx'
import type { GuestTable } from './use-guest-table.ts'

/**
 * Five taps on the logo, each within 1.5 s of the previous one, open the table dialog
 * (docs/product/menu.md#menu-table-gesture).
 */
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

/** Shown in the table's row while there is no table; as tall as the badge, so that nothing moves. */
function NoTable({ table: { problem, retry } }: { table: GuestTable }) {
  const { t } = useTranslation()
  if (problem === 'unknown') {
    return (
      <p role="status" className="flex items-center gap-2 text-[13px] leading-[17px]">
        <Info aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="text-balance">{t('table.unknown')}</span>
      </p>
    )
  }
  if (problem === 'notChecked') {
    return (
      <div role="alert" className="flex grow items-center justify-between gap-3 text-sm leading-[18px]">
        <p>{t('table.notChecked')}</p>
        <Button variant="outline" size="small" className="shrink-0" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    )
  }
  return <Skeleton className="h-9 w-48 rounded-full" />
}

const GuestTableActions = lazy(importWithRetry(() => import('./table-actions.tsx')))

interface MenuHeaderProps {
  sections: readonly MenuSection[]
  loading: boolean
  active: string | undefined
  onCategory: (key: string) => void
  onSearch: () => void
  table: GuestTable
  onOpenTableChoice: () => void
}

/** The sticky header: name, language, table and categories. Five taps on the name open the table dialog. */
export function MenuHeader(props: MenuHeaderProps) {
  const { sections, loading, active, onCategory, onSearch, table, onOpenTableChoice } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const { restaurantName } = useSettings()
  const isHydrated = useIsHydrated()
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
      <div className="mx-auto flex h-[54px] max-w-[1180px] items-center justify-between gap-3 px-4 pt-1.5 md:h-[66px] md:px-10">
        <button
          type="button"
          onClick={onLogoTap}
          className="-ml-1 inline-flex h-11 min-w-0 touch-manipulation items-center rounded-control px-1"
        >
          <Wordmark name={restaurantName} />
        </button>
        <div className="flex shrink-0 items-center gap-2">
          <AllergenButton />
          <LanguageChoice />
        </div>
      </div>
      {table.hasTableRow && (
        <div className="mx-auto flex min-h-10 max-w-[1180px] items-center gap-2 px-4 pt-1 max-[24rem]:gap-1 md:px-10">
          {table.table ? (
            <>
              <WaiterBadge table={table.table} onLeave={() => leaveCart(table.leave)} />
              {isHydrated && (
                <Suspense fallback={null}>
                  <GuestTableActions table={table.table} />
                </Suspense>
              )}
            </>
          ) : (
            <NoTable table={table} />
          )}
        </div>
      )}
      {loading ? (
        <CategoryStripSkeleton />
      ) : (
        sections.length > 0 && (
          <CategoryStrip
            sections={sections}
            active={active}
            language={language}
            onChoose={onCategory}
            onSearch={onSearch}
          />
        )
      )}
    </header>
  )
}
