/* The menu as guests see it: its data, the category strip, the cards, and the dialogs that open from them. */
export { CategoryStrip, CategoryStripSkeleton } from './category-strip.tsx'
export { LineSheet, MenuOverlays } from './menu-overlays.tsx'
export { firstDishesKey, menuQuery, refetchGuestMenu, useMenu } from './menu-query.ts'
export { MenuSections, MenuSkeleton } from './menu-sections.tsx'
export { dishesOfPage, type MenuSection, menuSections, useActiveSection } from './sections.ts'
