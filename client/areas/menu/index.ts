/* The menu as guests see it: its data, the category strip, the cards, and the dialogs that open from them. */
export { CategoryStrip, CategoryStripSkeleton } from './category-strip.tsx'
export { MenuOverlays, useMenuOverlays } from './menu-overlays.tsx'
export { firstDishesKey, menuQuery, useMenu, useRefetchGuestMenu } from './menu-query.ts'
export { MenuSections } from './menu-sections.tsx'
export { MenuSkeleton } from './menu-skeleton.tsx'
/* Conversion of nutrition values. */
export { kilojoules } from './nutrition/energy.ts'
export { dishesOfPage, type MenuSection, menuSections } from './sections.ts'
export { useActiveSection } from './use-active-section.ts'
