import { memo, type ReactNode, useDeferredValue, useLayoutEffect, useMemo } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { categoryIn, type Language } from '#shared/domain/language.ts'
import type { TagKey } from '#shared/domain/menu/tags.ts'
import { ItemCard } from './item-card.tsx'
import { firstDishes, type MenuSection } from './sections.ts'
import { sectionId, stayAtTarget } from './use-active-section.ts'

interface MenuSectionsProps {
  sections: readonly MenuSection[]
  language: Language
  renderStepper: (item: MenuItem) => ReactNode
  onZoom: (item: MenuItem) => void
  onAbout: (item: MenuItem) => void
  onTag: (tag: TagKey) => void
}

// These dishes are rendered at once, on the server too, and the rest right after, so that the first of 500 dishes do not
// wait for the last. They fill the first view of a phone and of a desktop.
const FIRST_RENDER_DISHES = 6
// The dishes that are in the first view on every screen: a desktop's first row, and what fits a phone.
const FIRST_VIEW_DISHES = 3

/**
 * Every category with its dishes: one column, two from 768 px, three from 1024 px. Memoized, because the page around it
 * re-renders whenever another category is scrolled into view.
 */
export const MenuSections = memo(function MenuSections(props: MenuSectionsProps) {
  const { sections, language, renderStepper, onZoom, onAbout, onTag } = props
  const first = useMemo(() => firstDishes(sections, FIRST_RENDER_DISHES), [sections])
  const rendered = useDeferredValue(sections, first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other dishes are rendered
  useLayoutEffect(stayAtTarget, [rendered])
  return rendered.map((section, sectionIndex) => (
    <section
      key={section.key}
      id={sectionId(section.key)}
      aria-labelledby={`${sectionId(section.key)}-name`}
      className="scroll-mt-[calc(var(--header)-8px)] pt-6 md:pt-8"
    >
      <h2
        id={`${sectionId(section.key)}-name`}
        // Receives the focus when the category is chosen, so that reading or tabbing continues here.
        tabIndex={-1}
        className="display mb-3.5 rounded-md text-[24px] leading-tight outline-offset-4 focus-visible:outline-[2.5px] focus-visible:outline-accent md:mb-5 md:text-[31px]"
      >
        {categoryIn(language, section)}
      </h2>
      <ul className="grid grid-cols-1 gap-[13px] md:grid-cols-2 md:gap-[21px] lg:grid-cols-3">
        {section.items.map((item, index) => (
          <ItemCard
            key={item.id}
            item={item}
            language={language}
            renderStepper={renderStepper}
            onZoom={onZoom}
            onAbout={onAbout}
            onTag={onTag}
            isInFirstView={sectionIndex === 0 && index < FIRST_VIEW_DISHES}
          />
        ))}
      </ul>
    </section>
  ))
})
