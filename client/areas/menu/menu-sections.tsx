import { memo, useDeferredValue, useLayoutEffect, useMemo } from 'react'
import { categoryIn, nameIn } from '#shared/domain/language.ts'
import { commonOffer } from '#shared/domain/menu/offers.ts'
import { usePlace } from '../../lib/settings/settings.ts'
import { language, Skeleton, t } from '../../ui/index.ts'
import { ItemCard } from './item-card.tsx'
import { firstDishes, type MenuSection, sectionId, stayAtTarget } from './sections.ts'

// These dishes are rendered at once, on the server too, and the rest right after, so that the first of 500 dishes do not
// wait for the last. They fill the first view of a phone and of a desktop.
const FIRST_RENDER_DISHES = 6
// The dishes that are in the first view on every screen: a desktop's first row, and what fits a phone.
const FIRST_VIEW_DISHES = 3

/**
 * Every category with its dishes: in one column, from 768 px in two, from 1024 px in three. Memoized, because the page around it
 * re-renders whenever another category is scrolled into view.
 */
export const MenuSections = memo(function MenuSections({ sections }: { sections: readonly MenuSection[] }) {
  usePlace()
  const first = useMemo(() => firstDishes(sections, FIRST_RENDER_DISHES), [sections])
  const rendered = useDeferredValue(sections, first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other dishes are rendered
  useLayoutEffect(stayAtTarget, [rendered])
  return rendered.map((section, sectionIndex) => {
    const offer = commonOffer(sections[sectionIndex]?.items ?? [])
    return (
      <section
        key={section.key}
        id={sectionId(section.key)}
        aria-labelledby={`${sectionId(section.key)}-name`}
        className="menu-category"
      >
        <h2
          id={`${sectionId(section.key)}-name`}
          // Receives the focus when the category is chosen, so that reading or tabbing continues here.
          tabIndex={-1}
          className="display leading-tight"
        >
          {categoryIn(language, section)}
          {offer && (
            <span className="text-accent text-body">
              {` ${nameIn(language, offer)}${offer.isWhole ? ` −${offer.percent}%` : ''}`}
            </span>
          )}
        </h2>
        <ul className="menu-grid">
          {section.items.map((item, index) => (
            <ItemCard
              key={item.id}
              item={item}
              isInFirstView={sectionIndex === 0 && index < FIRST_VIEW_DISHES}
              isOfferNamed={!!offer}
            />
          ))}
        </ul>
      </section>
    )
  })
})

const CARDS = [1, 2, 3, 4, 5, 6]

export function MenuSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{t('common.loading')}</span>
      <div className="pt-6 md:pt-8">
        <Skeleton className="mb-4 h-7 w-44 md:mb-6 md:h-9" />
        <div className="menu-grid">
          {CARDS.map((card) => (
            <div key={card} className="flex gap-4 min-h-[191px] card-face p-[11px] md:flex-col-reverse md:gap-0 md:p-0">
              <div className="flex-1 md:p-4">
                <Skeleton className="h-5 w-3/5" />
                <Skeleton className="mt-3 h-3.5 w-full" />
                <Skeleton className="mt-2 h-3.5 w-4/5" />
                <Skeleton className="mt-9 h-5 w-24" />
              </div>
              <Skeleton className="size-32 rounded-control md:h-[172px] md:w-full md:rounded-t-[17px] md:rounded-b-none" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
