import { describe, expect, it } from 'vitest'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { sampleDish } from '../../testing/samples.ts'
import { searchMenu } from './search-menu.ts'
import { firstDishes, hasNoDishes, menuSections, sectionAtLine, visibleItems, withLast } from './sections.ts'

describe('sections', () => {
  function dish(id: number, category: string, isActive = true): MenuItem {
    return sampleDish({ id, name: `Dish ${id}`, category, isActive })
  }

  describe('visibleItems', () => {
    it('hides inactive dishes and those of inactive categories', () => {
      const items = [dish(1, 'Soups'), dish(2, 'Soups', false), dish(3, 'Wine')]
      const categories = [
        { id: 1, name: 'Soups', nameRo: '', position: 0, isActive: true, hasItems: true },
        { id: 2, name: 'Wine', nameRo: '', position: 1, isActive: false, hasItems: true },
      ]
      expect(visibleItems(items, categories).map(({ id }) => id)).toEqual([1])
    })

    it('returns the same array if nothing is hidden', () => {
      const items = [dish(1, 'Soups'), dish(2, 'Wine')]
      expect(visibleItems(items, [])).toBe(items)
    })
  })

  describe('hasNoDishes', () => {
    const category = (hasItems: boolean) => ({
      id: 1,
      name: 'Soups',
      nameRo: '',
      position: 0,
      isActive: true,
      hasItems,
    })

    it('is false for a menu whose dishes are all hidden, whether the response contains them or not', () => {
      expect(hasNoDishes([], [])).toBe(true)
      expect(hasNoDishes([], [category(false)])).toBe(true)
      expect(hasNoDishes([], [category(false), category(true)])).toBe(false)
      expect(hasNoDishes([dish(1, 'Soups', false)], [])).toBe(false)
    })
  })

  describe('menuSections', () => {
    it('groups dishes by category in the order of the menu', () => {
      const sections = menuSections([dish(1, 'Wine'), dish(2, 'Soups'), dish(3, 'Wine')])
      expect(sections.map(({ key, items }) => [key, items.map(({ id }) => id)])).toEqual([
        ['Wine', [1, 3]],
        ['Soups', [2]],
      ])
    })

    it('ends with what could not be ordered when the menu was opened, in each category and as categories', () => {
      const soldOut = (id: number, category: string) => ({
        ...dish(id, category),
        soldOutUntil: '2026-11-22T02:00:00Z',
      })
      const idsOf = (items: MenuItem[]) => menuSections(items).map((section) => section.items.map(({ id }) => id))
      const opened = [soldOut(1, 'Wine'), soldOut(2, 'Soups'), dish(3, 'Soups'), dish(4, 'Beer')]
      expect(idsOf(withLast(opened, true))).toEqual([[3, 2], [4], [1]])
      const later = [dish(1, 'Wine'), soldOut(2, 'Soups'), soldOut(3, 'Soups'), dish(4, 'Beer')]
      expect(idsOf(withLast(later))).toEqual([[3, 2], [4], [1]])
      expect(idsOf(withLast(later, true))).toEqual([[1], [4], [2, 3]])
    })
  })

  describe('firstDishes', () => {
    const sections = menuSections([dish(1, 'Wine'), dish(2, 'Wine'), dish(3, 'Soups'), dish(4, 'Beer')])
    const idsOf = (count: number) => firstDishes(sections, count).map(({ items }) => items.map(({ id }) => id))

    it('returns the first dishes in as few sections as needed', () => {
      expect(idsOf(0)).toEqual([])
      expect(idsOf(1)).toEqual([[1]])
      expect(idsOf(2)).toEqual([[1, 2]])
      expect(idsOf(3)).toEqual([[1, 2], [3]])
      expect(idsOf(9)).toEqual([[1, 2], [3], [4]])
    })
  })

  describe('sectionAtLine', () => {
    const sections = [
      { key: 'a', top: -300, bottom: 150 },
      { key: 'b', top: 170, bottom: 600 },
      { key: 'c', top: 620, bottom: 900 },
    ]

    it('returns the section that spans the line 200 px from the top', () => {
      expect(sectionAtLine(sections, 200, undefined)).toBe('b')
    })

    it('returns the previous section while the line is between two', () => {
      expect(sectionAtLine(sections, 160, 'a')).toBe('a')
      expect(sectionAtLine(sections, 610, 'b')).toBe('b')
    })

    it('returns the first section if the line is above all sections, even if the previous one was further down', () => {
      expect(sectionAtLine([{ key: 'a', top: 250, bottom: 400 }], 200, 'c')).toBe('a')
    })

    it('returns the last section at the end of the page', () => {
      expect(sectionAtLine(sections, 200, 'b', true)).toBe('c')
    })

    it('returns the first section if there is no previous one, and undefined without sections', () => {
      expect(sectionAtLine([{ key: 'a', top: 250, bottom: 400 }], 200, undefined)).toBe('a')
      expect(sectionAtLine([], 200, undefined)).toBeUndefined()
    })
  })
})

describe('search palette', () => {
  const flat = ({ byName, byDescription }: ReturnType<typeof searchMenu>) => [...byName, ...byDescription]
  const items = [
    {
      id: 1,
      category: 'Mains',
      name: 'Polenta',
      nameRo: 'Mămăligă',
      description: 'With cheese',
      descriptionRo: 'Cu brânză',
    },
    { id: 2, category: 'Mains', name: 'Cheese platter', nameRo: '', description: '', descriptionRo: '' },
  ] as MenuItem[]

  const found = (query: string, language: 'en' | 'ro') => flat(searchMenu(items, query, [language])).map(({ id }) => id)

  it('the search finds dishes by name or description in the current language, names first', () => {
    expect(found('cheese', 'en')).toEqual([2, 1])
    expect(found('polenta', 'ro')).toEqual([])
  })

  it('the search ignores case and diacritics', () => {
    expect(found('MAMALIGA', 'ro')).toEqual([1])
    expect(found('brânz', 'ro')).toEqual([1])
  })

  it('the search uses English texts where the Romanian are missing, and finds nothing for an empty query', () => {
    expect(found('platter', 'ro')).toEqual([2])
    expect(found('  ', 'en')).toEqual([])
  })

  it('finds in the description only what is not found by its name', () => {
    const [polenta, platter] = items as [MenuItem, MenuItem]
    expect(searchMenu(items, 'cheese', ['en'])).toMatchObject({ byName: [platter], byDescription: [polenta] })
  })

  it('finds categories by their name, and first the dishes in which a word begins with the query', () => {
    const dish = (id: number, category: string, nameRo: string) => ({ ...items[1], id, category, nameRo })
    const menu = [
      dish(1, 'Salate', 'Salată de vinete'),
      dish(2, 'Salate', 'Sos cu oțet balsamic și crevin'),
      dish(3, 'Vinuri', 'Pahar de vin'),
    ] as MenuItem[]
    const { categories, byName } = searchMenu(menu, 'vin', ['ro'])
    expect(categories.map(({ category }) => category)).toEqual(['Vinuri'])
    expect(byName.map(({ id }) => id)).toEqual([1, 3, 2])
    expect(searchMenu(menu, 'vinuri', ['ro']).byName).toEqual([])
  })
})
