import type { MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'

/** The outcome of an import or bulk change that changes nothing. */
export const NO_CHANGES: MenuOutcome = {
  added: 0,
  additions: [],
  changed: [],
  cleared: 0,
  left: 161,
  newCategories: [],
  asksPrices: false,
  duplicates: 0,
  bad: [],
  menu: 'menu-1',
}
