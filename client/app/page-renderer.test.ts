import { describe, expect, it } from 'vitest'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Orderable } from '#shared/domain/menu/filter.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'
import { ALWAYS_OPEN } from '../testing/samples.ts'
import styles from './first-view.css?raw'
import { pageRenderer } from './page-renderer.tsx'

const TEMPLATE =
  '<!doctype html><html lang="en"><head><title>Masa</title></head><body><div id="root"></div><noscript></noscript></body></html>'

function dish(id: number, fields: Partial<MenuItem> = {}): MenuItem {
  return {
    id,
    name: `Dish ${id}`,
    nameRo: `Fel ${id}`,
    description: '',
    descriptionRo: '',
    price: 1_000 + id,
    category: 'Soups',
    categoryRo: 'Supe',
    imageUrl: '',
    isActive: true,
    tags: [],
    allergens: '',
    allergenCodes: [],
    soldOutUntil: null,
    version: 1,
    ...fields,
  } as MenuItem
}

const menuOf = (count: number) => Array.from({ length: count }, (_, index) => dish(index + 1))

const NOW = new Date('2026-11-24T13:00:00Z')

function rendererOf(menu: MenuItem[], settings: Partial<Settings> = {}) {
  return pageRenderer(TEMPLATE, {
    settings: { ...DEFAULT_SETTINGS, ...settings },
    hours: ALWAYS_OPEN,
    menu,
    promotions: [],
    now: NOW,
  })
}

/** The elements of dishes that a page has, by id. */
const renderedDishes = (page: string) => [...page.matchAll(/<li id="dish-(\d+)"/g)].map(([, id]) => Number(id))
const listOf = (page: string) => /<noscript>(.*?)<\/noscript>/.exec(page)?.[1] ?? ''
const dataOf = (page: string) =>
  JSON.parse(/<script type="application\/json" id="server-data">(.*?)<\/script>/s.exec(page)?.[1] ?? '')

describe('the first view that the server renders', () => {
  it.each([
    ['en', 'Dish 1', 'Soups', '10.01', 'Menu · La Conac'],
    ['ro', 'Fel 1', 'Supe', '10.01', 'Meniu · La Conac'],
  ] as const)('has the first dishes in the language %s', (language, name, category, price, title) => {
    const page = rendererOf(menuOf(20), { language, restaurantName: 'La Conac' })()
    expect(page).toContain(`<html lang="${language}" data-ssr=""`)
    expect(page).toContain(`<title>${title}</title>`)
    expect(renderedDishes(page)).toEqual([1, 2, 3, 4, 5, 6])
    for (const text of [name, category, price]) expect(page).toContain(text)
  })

  it('has the price under a rule beside the list price, and says until when; no other dish has a byte of it', () => {
    const offer = { percent: 30, name: 'Happy hour', nameRo: 'Ora fericită', until: '2026-11-24T16:00:00.000Z' }
    const page = rendererOf([dish(1, { price: 1400, offer }), dish(2)], { language: 'ro' })()
    expect(page).toMatch(/9\.80.*?<s [^>]*>14\.00<\/s>.*?în loc de 14\.00 LEI.*?până la 18:00/)
    expect(listOf(page)).toContain('Fel 1 · 9.80')
    expect(dataOf(page).dishes.map((one: MenuItem) => one.offer)).toEqual([
      { ...offer, ends: 'până la 18:00' },
      undefined,
    ])
    expect(page.split('</s>')).toHaveLength(2)
  })

  it('says when dishes are served that are not served now, and leaves their hours out', () => {
    const servedHours = [{ day: 2, from: '08:00', to: '12:00' }]
    const page = rendererOf([dish(1, { servedHours }), dish(2, { categoryServedHours: servedHours }), dish(3)])()
    expect(page.match(/Served 08:00–12:00/g)).toHaveLength(4)
    expect(page).not.toContain('ervedHours')
    const shown = dataOf(page).dishes.map(({ id, notNow }: MenuItem & Orderable) => [id, notNow !== undefined])
    expect(shown).toEqual([
      [3, false],
      [1, true],
      [2, true],
    ])
  })

  it('begins with what can be ordered now, and has each category together', () => {
    const fields = { category: 'Breakfast', categoryServedHours: [{ day: 2, from: '08:00', to: '12:00' }] }
    const menu = [
      ...Array.from({ length: 9 }, (_, index) => dish(index + 1, fields)),
      dish(10, { soldOutUntil: '2026-11-25T02:00:00Z' }),
      dish(11),
      dish(12, { category: 'Fish' }),
    ]
    const page = rendererOf(menu)()
    expect(dataOf(page).dishes.map(({ id }: MenuItem) => id)).toEqual([11, 10, 12, 1, 2, 3, 4, 5])
    expect(renderedDishes(page)).toEqual([11, 10, 12, 1, 2, 3])
  })

  it('comes with the first dishes, the first one of each category, and no other', () => {
    const menu = [...menuOf(12), dish(20, { category: 'Fish' }), dish(21, { category: 'Fish' })]
    expect(dataOf(rendererOf(menu)()).dishes.map(({ id }: MenuItem) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 20])
  })

  it('shows the table of the address, or that there is none with its id', () => {
    const render = rendererOf(menuOf(2))
    const page = render({ id: 7, number: 12 })
    expect(page).toContain('data-ssr="7"')
    expect(page).toContain('Table 12')
    expect(dataOf(page).tables).toEqual([{ id: 7, number: 12 }])
    expect(render(null)).toContain('No such table')
    expect(render()).not.toContain('Table 12')
  })

  it('says that orders are paused, and until when, so that nothing moves when the code arrives', () => {
    const paused = { ordersPaused: true, ordersPausedUntil: '2026-11-21T19:40:00.000Z', language: 'ro' } as const
    expect(rendererOf(menuOf(2), paused)()).toMatch(/role="status"[^>]*>.*nu preia comenzi până la 21:40/)
    expect(rendererOf(menuOf(2), { ...paused, ordersPausedUntil: null })()).toContain(
      'nu preia comenzi în acest moment',
    )
    expect(rendererOf(menuOf(2), { language: 'ro' })()).not.toContain('nu preia comenzi')
  })

  it('has no picture to load before the code, and no style that the security headers would refuse', () => {
    const page = rendererOf([dish(1, { imageUrl: '/pictures/0123456789abcdef0123456789abcdef/320.webp' })])()
    expect(page).toContain('320.webp')
    expect(page).not.toContain('rel="preload"')
    expect(page).not.toMatch(/ style=/)
  })

  it('has no class that the styles inside the page leave out', () => {
    const leftOut = [...styles.matchAll(/@source not inline\("\{(.+)\}"\)/g)].flatMap(([, list = '']) =>
      list.split(','),
    )
    expect(leftOut.length).toBeGreaterThan(40)
    const closedNow = [{ day: 2, from: '08:00', to: '12:00' }]
    const picture = { imageUrl: '/pictures/0123456789abcdef0123456789abcdef/320.webp' }
    const menu = [
      dish(1, { ...picture, description: 'Hot', tags: ['vegan', 'beer'], allergenCodes: ['milk'], fromPrice: 900 }),
      dish(2, { soldOutUntil: '2026-11-25T13:00:00Z', portionsLeft: 0 }),
      dish(3, { portionsLeft: 3, name: 'A name that may need three lines on a phone' }),
      dish(4, { category: 'Breakfast', categoryServedHours: closedNow }),
    ]
    const promotion = { id: 1, title: 'Soup', titleRo: '', description: 'Hot', descriptionRo: '' }
    const promotions = [
      { ...promotion, imageUrl: '' },
      { ...promotion, ...picture, id: 2 },
    ] as ShownPromotion[]
    for (const ordersPaused of [true, false]) {
      const settings = { ...DEFAULT_SETTINGS, restaurantName: 'La Conac', ordersPaused }
      const render = pageRenderer(TEMPLATE, { settings, hours: ALWAYS_OPEN, menu, promotions, now: NOW })
      for (const table of [undefined, null, { id: 7, number: 12 }]) {
        const classes = [...render(table).matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '))
        expect(
          classes.filter((name) => leftOut.includes(name.replaceAll('&amp;', '&').replaceAll('&gt;', '>'))),
        ).toEqual([])
      }
    }
  })

  it.each([
    '</script><script>alert(1)</script>',
    '</noscript><img src=x onerror=alert(1)>',
    '<!--<script>',
    '"><b>$& $1',
  ])('contains the text %s of an owner only as text', (text) => {
    const evil = dish(1, { name: text, nameRo: text, description: text, descriptionRo: text, category: text })
    const page = rendererOf([evil], { restaurantName: text })()
    // The elements of the page are those of a page without such texts.
    const elementsOf = (html: string) => html.match(/<(\/?script|\/?noscript|img|b|!--(?!\/?\$|\s*-->))\b/g)
    const harmless = dish(1, { name: 'a', nameRo: 'a', description: 'a', descriptionRo: 'a', category: 'a' })
    expect(elementsOf(page)).toEqual(elementsOf(rendererOf([harmless], { restaurantName: 'a' })()))
    expect(dataOf(page).dishes[0].name).toBe(text)
  })

  it.each([
    [500, 500],
    [501, 100],
  ])('lists for browsers without script, of %d dishes, %d', (dishes, listed) => {
    const list = listOf(rendererOf(menuOf(dishes))())
    expect(list.match(/<li>/g)).toHaveLength(listed)
    expect(list).toContain('<h2>Soups</h2>')
    expect(list).toContain('<li>Dish 1 · 10.01 LEI</li>')
  })

  it('leaves nothing of one restaurant’s answers for the next page', () => {
    rendererOf(menuOf(2), { restaurantName: 'La Conac' })({ id: 7, number: 12 })
    const page = rendererOf([dish(50)])()
    expect(renderedDishes(page)).toEqual([50])
    expect(page).not.toContain('La Conac')
  })
})
