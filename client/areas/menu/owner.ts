export { menuKeys } from './menu-query.ts'
export { NoDishes } from './no-dishes.tsx'
/* The options of a dish, which the floor asks for as a guest's sheet does. */
export { leadToGroup, OptionGroups, useChoice } from './option-groups.tsx'
export { loadFirstMenu, useCategories, useDishes } from './whole-menu.ts'
