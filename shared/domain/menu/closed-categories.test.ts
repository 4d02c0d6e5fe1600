import { expect, it } from 'vitest'
import { closedCategories, withFolded } from './closed-categories.ts'

const dish = (category: string, notNow?: string, isFolded?: boolean) => ({ category, notNow, isFolded })
const late = dish('Breakfast', 'Served 07:00–12:00')
const MENU = [late, dish('Soups', 'Served 12:00–16:00'), dish('Soups'), dish('Wine')]

it('a category is closed while none of its dishes is served', () => {
  expect([...closedCategories([...MENU, late], true)]).toEqual(['Breakfast'])
})

it('no category is closed while none is served, nor while no orders are taken', () => {
  expect(closedCategories([late], true).size).toBe(0)
  expect(closedCategories(MENU, false).size).toBe(0)
})

it('folds the dishes of closed categories, and leaves those as they are that need no change', () => {
  const folded = withFolded(MENU, new Set(['Breakfast']))
  expect(folded.map(({ isFolded }) => isFolded ?? false)).toEqual([true, false, false, false])
  expect(folded.slice(1).every((one, i) => one === MENU[i + 1])).toBe(true)
  expect(withFolded(folded, new Set(['Breakfast']))).toEqual(folded)
  expect(withFolded(folded, new Set()).map(({ isFolded }) => isFolded ?? false)).not.toContain(true)
})
