import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { categoryIn } from '#shared/domain/language.ts'
import { scrollBehavior } from '../../lib/browser/environment.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { cx, language, t } from '../../ui/index.ts'
import { FilterChip } from '../allergens/index.ts'
import type { MenuSection } from './sections.ts'

/** It begins before the search button, whose ring it would cut. */
const ROW = 'flex min-w-0 items-center pt-1.5 pb-3 pl-4 md:-ml-4'

/** The button's width, and the space behind it. */
const SEARCH_PX = 60

interface CategoryStripProps {
  sections: readonly MenuSection[]
  active: string | undefined
  onChoose: (key: string) => void
}

/**
 * The search button and the categories in a row, which scrolls to keep the active one in view; the guest's filter is
 * fixed at its end.
 */
export function CategoryStrip({ sections, active, onChoose }: CategoryStripProps) {
  const strip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const row = strip.current
    const chip = row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !chip || active === undefined) return
    // In the middle, but not below the search button, which stays at the start.
    const left = chip.offsetLeft - Math.max(SEARCH_PX, (row.clientWidth - chip.offsetWidth) / 2)
    row.scrollTo({ left, behavior: scrollBehavior() })
  }, [active])

  return (
    <nav aria-label={t('menu.categories')} className="categories">
      <div
        ref={strip}
        className={cx(ROW, 'scroll-fade no-scrollbar relative flex-1 scroll-px-14 gap-1.5 overflow-x-auto')}
      >
        {/* Stays in reach; its ground reaches to the edge and hides the categories that scroll below it. */}
        <div className="sticky -left-4 z-10 -mr-1.5 -ml-4 flex bg-paper pr-1.5 pl-4">
          <button
            type="button"
            aria-label={t('menu.openSearch')}
            title={t('menu.openSearch')}
            onClick={() => openDialog('menu', { kind: 'search' })}
            className="touch inline-flex size-[38px] items-center justify-center rounded-full bg-sunk hover:bg-line"
          >
            <Search className="size-[18px]" />
          </button>
        </div>
        {sections.map((section) => (
          <button
            key={section.key}
            type="button"
            aria-current={section.key === active || undefined}
            // The browser does not scroll to a focused button that is partly visible.
            onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            onClick={() => onChoose(section.key)}
            className={cx(
              'pill touch h-[38px] px-3.5 text-sm transition-colors max-[27rem]:px-2.5',
              section.key === active ? 'bg-ink text-paper' : 'text-muted hover:bg-sunk hover:text-ink',
            )}
          >
            {categoryIn(language, section)}
          </button>
        ))}
      </div>
      <FilterChip />
    </nav>
  )
}

export function CategoryStripSkeleton() {
  return (
    <div aria-hidden="true" className="categories">
      <div className={cx(ROW, 'gap-3 overflow-hidden')}>
        {[38, 120, 92, 130, 80, 104].map((width) => (
          <div key={width} className="h-[38px] shrink-0 animate-pulse rounded-full bg-sunk" style={{ width }} />
        ))}
      </div>
    </div>
  )
}
