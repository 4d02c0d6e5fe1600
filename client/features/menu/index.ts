/* The menu as guests read it: its data, the strip of categories, the cards, and the dialogs that open from them. */
export { CategoryStrip, CategoryStripSkeleton } from './category-strip.tsx'
export { MenuOverlays, useMenuOverlays } from './menu-overlays.tsx'
export { menuQuery, useMenu, useRefreshMenu } from './menu-query.ts'
export { MenuSections } from './menu-sections.tsx'
export { MenuSkeleton } from './menu-skeleton.tsx'
export { type MenuSection, menuSections } from './sections.ts'
export { useActiveSection } from './use-active-section.ts'
