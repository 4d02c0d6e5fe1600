/* The menu as guests see it: its data, the category strip, the cards, and the dialogs that open from them; the whole menu for staff. */
export { CategoryStrip, CategoryStripSkeleton } from './category-strip.tsx'
export { LineSheet, MenuOverlays } from './menu-overlays.tsx'
export { firstDishesKey, menuKeys, menuQuery, refetchGuestMenu, useMenu } from './menu-query.ts'
export { MenuSections, MenuSkeleton } from './menu-sections.tsx'
export { NoDishes } from './no-dishes.tsx'
/* The options of a dish, which the floor asks for as a guest's sheet does. */
export { withNotNow } from './not-now.ts'
export { withOffers } from './offers-now.ts'
export { leadToGroup, OptionGroups, useChoice } from './option-groups.tsx'
export { searchMenu } from './search-menu.ts'
export {
  actionableFirst,
  dishesOfPage,
  type MenuSection,
  menuSections,
  useActiveSection,
  withLast,
} from './sections.ts'
export { loadFirstMenu, useCategories, useDishes } from './whole-menu.ts'
