import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { categoryIn, type Language } from '#shared/domain/language.ts'
import { scrollBehavior } from '../../lib/browser/scroll-behavior.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import type { MenuSection } from './sections.ts'

interface CategoryStripProps {
  sections: readonly MenuSection[]
  active: string | undefined
  language: Language
  onChoose: (key: string) => void
  onSearch: () => void
}

/** The search button and the categories, in a row that scrolls to keep the active category in view. */
export function CategoryStrip({ sections, active, language, onChoose, onSearch }: CategoryStripProps) {
  const { t } = useTranslation()
  const strip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const row = strip.current
    const chip = row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !chip || active === undefined) return
    row.scrollTo({ left: chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2, behavior: scrollBehavior() })
  }, [active])

  return (
    <nav aria-label={t('menu.categories')} className="mx-auto max-w-[1180px]">
      <div
        ref={strip}
        className="scroll-fade no-scrollbar relative flex scroll-px-16 items-center gap-1.5 overflow-x-auto pt-1.5 pb-3 pl-4 md:scroll-px-22 md:pl-10"
      >
        {/* Stays in reach; its ground reaches to the edge and hides the categories that scroll below it. */}
        <div className="sticky -left-4 z-10 -mr-1.5 -ml-4 bg-paper pr-1.5 pl-4 md:-left-10 md:-ml-10 md:pl-10">
          <IconButton
            label={t('menu.openSearch')}
            variant="sunk"
            className="size-[38px] rounded-full"
            onClick={onSearch}
          >
            <Search aria-hidden="true" className="size-[18px]" />
          </IconButton>
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
              'touch h-[38px] shrink-0 whitespace-nowrap rounded-full px-3.5 text-[14.5px] font-semibold transition-colors',
              section.key === active ? 'bg-ink text-paper' : 'text-muted hover:bg-sunk hover:text-ink',
            )}
          >
            {categoryIn(language, section)}
          </button>
        ))}
      </div>
    </nav>
  )
}

/** A placeholder for the strip while the menu loads. */
export function CategoryStripSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="mx-auto flex h-14 max-w-[1180px] items-center gap-3 overflow-hidden px-4 pt-1.5 pb-3 md:px-10"
    >
      {[38, 120, 92, 130, 80, 104].map((width) => (
        <div key={width} className="h-[38px] shrink-0 animate-pulse rounded-full bg-sunk" style={{ width }} />
      ))}
    </div>
  )
}
