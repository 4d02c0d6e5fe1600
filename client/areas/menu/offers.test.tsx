import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { listOptions, type OptionGroup } from '#shared/contracts/menu/options.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { linePrice } from '#shared/domain/orders/cart.ts'
import { queryClient } from '../../lib/api/query.ts'
import { storedMark } from '../../lib/browser/storage.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { act, dialog, fakeApi, render, screen } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { i18n } from '../../ui/translation.ts'
import { cart, ownLinesOf } from '../cart/index.ts'
import DishSheet from './dish-sheet.tsx'
import { ItemCard } from './item-card.tsx'
import { useMenu } from './menu-query.ts'
import { MenuSections } from './menu-sections.tsx'
import { withOffers } from './offers-now.ts'
import SearchPalette from './search-palette.tsx'
import { menuSections } from './sections.ts'

/** 17:45 in Bucharest, on a Tuesday. */
const NOW = new Date('2026-11-24T15:45:00Z')
const [AT_18, AT_MIDNIGHT, ON_THURSDAY, THURSDAYS_END] = ['24T16', '24T22', '26T16', '26T22'].map(
  (moment) => `2026-11-${moment}:00:00.000Z`,
)
const HAPPY = { percent: 30, name: 'Happy hour', nameRo: 'Ora fericită', until: AT_18 as string | null }
const BEER = sampleDish({ id: 1, name: 'Beer', nameRo: 'Bere', price: 1400, offer: HAPPY })
const ROUNDED = { ...HAPPY, roundTo: 50 }
const SOUP = sampleDish({ id: 2 })
const doNothing = () => {}

function Menu() {
  const { items = [] } = useMenu()
  return items.map((item) => <ItemCard key={item.id} item={item} isInFirstView />)
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
  setServerTime(NOW.toUTCString())
  queryClient.clear()
  fakeApi.answers(getMenu, [BEER, SOUP])
  fakeApi.answers(getCategories, [])
})

const priceOf = (id: number) => document.querySelector(`#dish-${id} s`)?.parentElement?.textContent
const openMenu = async () => {
  const rendered = render(<Menu />)
  await vi.waitFor(() => expect(document.getElementById('dish-2')).not.toBeNull())
  return rendered
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe.each(LANGUAGES)('until when an offer runs (%s)', (language) => {
  it.each([
    [AT_18, { en: 'until 18:00', ro: 'până la 18:00' }],
    [AT_MIDNIGHT, { en: 'until 24:00', ro: 'până la 24:00' }],
    [THURSDAYS_END, { en: 'until 26 Nov', ro: 'până la 26 nov.' }],
    [ON_THURSDAY, { en: 'until 26 Nov, 18:00', ro: 'până la 26 nov., 18:00' }],
    [null, { en: undefined, ro: undefined }],
  ])('is a time, on another day with its date: %s', async (until = null, texts) => {
    await i18n.changeLanguage(language)
    const [beer] = withOffers([{ ...BEER, offer: { ...HAPPY, until } }], NOW, 'Europe/Bucharest')
    expect(beer?.offer).toEqual({ ...HAPPY, until, ends: texts[language] })
  })
})

describe('the price of a dish under a rule', () => {
  it('follows its list price, which is struck through and said in words, until the rule ends', async () => {
    await openMenu()
    expect(priceOf(1)).toBe('9.80 LEI14.00 instead of 14.00 LEI,until 18:00 · Happy hour')
    expect(document.querySelector('#dish-1 s')?.getAttribute('aria-hidden')).toBe('true')
    expect(priceOf(2)).toBeUndefined()
    await pass(15 * 60_000 + 10_000)
    expect([priceOf(1), document.getElementById('dish-1')?.textContent]).toEqual([
      undefined,
      expect.stringMatching(/14\.00 LEI$/),
    ])
  })

  it('ends for owners too, who may always order', async () => {
    storedMark.write('owner')
    await openMenu()
    expect(priceOf(1)).toContain('9.80')
    await pass(15 * 60_000 + 10_000)
    expect(priceOf(1)).toBeUndefined()
    storedMark.clear()
  })

  it('is not shown of a menu that was stored before the end', async () => {
    vi.setSystemTime(AT_18 as string)
    setServerTime(new Date().toUTCString())
    await openMenu()
    expect(priceOf(1)).toBeUndefined()
  })

  it('begins with the cheapest choice where one is required', () => {
    const offer = { ...HAPPY, fromPrice: 1680 }
    render(<ItemCard item={sampleDish({ id: 1, price: 2000, fromPrice: 2400, offer })} isInFirstView />)
    expect(priceOf(1)).toBe('from\u00a016.80 LEI24.00 instead of 24.00 LEI,Happy hour')
  })

  it.each([
    ['of all dishes, with its percent', [BEER, { ...BEER, id: 2 }], 'Soups Happy hour −30%', 'until 18:00'],
    // 9.90 by 30 % is 7.00, which is 29 % less.
    [
      'of all, one lowered by less',
      [BEER, { ...BEER, id: 2, price: 990, offer: ROUNDED }],
      'Soups Happy hour',
      'until 18:00',
    ],
    ['of one alone', [BEER, SOUP], 'Soups', 'until 18:00 · Happy hour'],
  ])('is named once: %s', (_, items, heading, onCard) => {
    render(<MenuSections sections={menuSections(withOffers(items, NOW, 'Europe/Bucharest'))} />)
    expect(screen.getByRole('heading', { level: 2 }).textContent?.trim()).toBe(heading)
    expect(priceOf(1)).toBe(`9.80 LEI14.00 instead of 14.00 LEI,${onCard}`)
  })

  it('stands in the results of a search', async () => {
    const { user } = render(
      <SearchPalette items={[BEER]} open onOpenChange={doNothing} onChoose={doNothing} onCategory={doNothing} />,
    )
    await user.fill(screen.getByRole('searchbox'), 'beer')
    expect(document.querySelector('[data-result] s')?.parentElement?.textContent).toMatch(/^9\.80 LEI14\.00/)
  })

  it('stands in its sheet with those of its options, of which the cart keeps the list prices', async () => {
    const option = { id: 5, name: 'Large', nameRo: 'Mare', price: 405, times: 1, position: 1, preselected: false }
    const group = { id: 9, name: 'Size', nameRo: 'Mărime', without: false, min: 0, max: 1, options: [option] }
    const rest = { allergenCodes: [], menuItemId: null, isActive: true, soldOutUntil: null, isUndeclared: false }
    fakeApi.answers(listOptions, [{ ...group, options: [{ ...option, ...rest }] } as unknown as OptionGroup])
    const item = { ...BEER, allergensChecked: true, hasOptions: true, optionGroupIds: [9] }
    const { user, t } = render(<DishSheet item={item} open onOpenChange={doNothing} />)
    const sheet = await dialog('Beer')
    // Half of a unit counts as one: 2.835 is 2.84.
    await user.click(await sheet.findByRole('checkbox', { name: 'Large , +2.84 LEI' }))
    expect(document.querySelector('[role=dialog] s')?.parentElement?.textContent).toMatch(/^9\.80 LEI14\.00/)
    await user.click(sheet.getByRole('button', { name: t('menu.dish.add', { total: '12.64 LEI' }) }))
    const [line] = ownLinesOf(1)
    expect([line?.options?.[0]?.price, line && linePrice(line)]).toEqual([405, 1264])
    cart.remove(1)
  })
})
