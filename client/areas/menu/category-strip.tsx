import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { categoryIn, type Language } from '#shared/domain/language.ts'
import { scrollBehavior } from '../../lib/browser/environment.ts'
import { importWithRetry, useIdleOrTouched } from '../../lib/loading/import-with-retry.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { FilterChip } from '../allergens/index.ts'
import type { MenuSection } from './sections.ts'

const ROW = 'flex min-w-0 flex-1 items-center pt-1.5 pb-3 pl-4 md:pl-0'

const StripArrows = lazy(importWithRetry(() => import('./strip-arrows.tsx')))

interface CategoryStripProps {
  sections: readonly MenuSection[]
  active: string | undefined
  language: Language
  onChoose: (key: string) => void
  onSearch: () => void
}

/**
 * The search button, the guest's filter and the categories, which scroll to keep the active one in view: in a row
 * below the header's name, with arrows from 768 px, and from 1200 px in a list at the left of the dishes.
 */
export function CategoryStrip({ sections, active, language, onChoose, onSearch }: CategoryStripProps) {
  const { t } = useTranslation()
  const strip = useRef<HTMLDivElement>(null)
  // A phone has no room for arrows, and does not load them.
  const hasArrows = useIdleOrTouched() && innerWidth >= 768

  const first = sections[0]?.key

  useEffect(() => {
    const row = strip.current
    const chip = row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !chip || active === undefined) return
    // At the first one, the filter before it is in sight too.
    const isFirst = active === first
    row.scrollTo({
      left: isFirst ? 0 : chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2,
      top: isFirst ? 0 : chip.offsetTop - (row.clientHeight - chip.offsetHeight) / 2,
      behavior: scrollBehavior(),
    })
  }, [active, first])

  return (
    <nav aria-label={t('menu.categories')} className="categories">
      <div ref={strip} className={cx(ROW, 'scroll-fade no-scrollbar relative scroll-px-24 gap-1.5 overflow-x-auto')}>
        {/* Stays in reach; its ground reaches to the edge and hides the categories that scroll below it. */}
        <div className="sticky -left-4 z-10 -mr-1.5 -ml-4 flex bg-paper pr-1.5 pl-4 md:left-0 md:ml-0 md:pl-0 wide:static wide:mr-0 wide:mb-2 wide:pr-0">
          <button
            type="button"
            aria-label={t('menu.openSearch')}
            title={t('menu.openSearch')}
            onClick={onSearch}
            className="touch inline-flex size-[38px] items-center justify-center gap-2.5 rounded-full bg-sunk hover:bg-line wide:h-11 wide:w-full wide:justify-start wide:px-4"
          >
            <Search className="size-[18px] shrink-0" />
            <span className="hidden font-semibold text-muted text-sm wide:inline">{t('menu.openSearch')}</span>
          </button>
        </div>
        <FilterChip />
        {sections.map((section) => (
          <button
            key={section.key}
            type="button"
            aria-current={section.key === active || undefined}
            // The browser does not scroll to a focused button that is partly visible.
            onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            onClick={() => onChoose(section.key)}
            className={cx(
              'touch h-[38px] shrink-0 whitespace-nowrap rounded-full px-3.5 text-sm font-semibold transition-colors',
              section.key === active ? 'bg-ink text-paper' : 'text-muted hover:bg-sunk hover:text-ink',
            )}
          >
            {categoryIn(language, section)}
          </button>
        ))}
      </div>
      <Suspense fallback={null}>{hasArrows && <StripArrows strip={strip} />}</Suspense>
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
