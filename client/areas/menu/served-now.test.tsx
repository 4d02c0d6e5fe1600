import { useMemo } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu } from '#shared/contracts/menu/menu.ts'
import { getSettings } from '#shared/contracts/settings.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { storedMark } from '../../lib/browser/storage.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { act, fakeApi, render, SETTINGS, screen, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import DishSheet from './dish-sheet.tsx'
import { ItemCard } from './item-card.tsx'
import { menuQuery, useMenu } from './menu-query.ts'
import { MenuSections } from './menu-sections.tsx'
import { menuSections } from './sections.ts'

/** Tuesday. */
const BREAKFAST = [{ day: 2, from: '08:00', to: '12:00' }]
const MENU = [
  sampleDish({ id: 1, servedHours: BREAKFAST }),
  sampleDish({ id: 2 }),
  sampleDish({ id: 3, servedHours: [{ day: 3, from: '18:00', to: '02:00' }], categoryServedHours: BREAKFAST }),
]

function Menu() {
  const { items = [] } = useMenu()
  return items.map((item) => <ItemCard key={item.id} item={item} isInFirstView />)
}

function Sections() {
  const { items = [] } = useMenu()
  const sections = useMemo(() => menuSections(items), [items])
  return <MenuSections sections={sections} />
}

const card = (id: number) => {
  const found = document.getElementById(`dish-${id}`)
  if (!found) throw new Error(`no dish ${id}`)
  return within(found)
}
/** What the card says of the hours, and whether the dish can be added. */
const shown = (id: number) => ({
  says: card(id).queryByText(/12:00|02:00/)?.textContent,
  mayAdd: card(id).queryByRole('button', { name: /^(Add|Adăug)/ }) !== null,
})

describe.each(LANGUAGES)('the served hours of a dish (%s)', (language) => {
  beforeEach(() => {
    // A quarter of an hour before noon in Bucharest.
    vi.useFakeTimers({ now: new Date('2026-11-24T09:45:00Z'), shouldAdvanceTime: true })
    setServerTime(new Date().toUTCString())
    queryClient.clear()
    fakeApi.answers(getMenu, MENU)
    fakeApi.answers(getCategories, [])
  })
  afterEach(() => storedMark.clear())
  const open = async () => {
    const rendered = render(<Menu />, { language })
    await vi.waitFor(() => expect(document.getElementById('dish-1')).not.toBeNull())
    return rendered
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('are shown in their place while it is not served, and it cannot be added; the page follows the clock', async () => {
    const { t } = await open()
    const day = language === 'ro' ? 'mie' : 'Wed'
    const atNoon = t('menu.served', { hours: '08:00–12:00' })
    const always = { says: undefined, mayAdd: true }
    const onWednesday = { says: t('menu.served', { hours: `${day} 18:00–02:00` }), mayAdd: false }
    expect([shown(1), shown(2), shown(3)]).toEqual([always, always, onWednesday])
    await pass(15 * 60_000 + 10_000)
    expect([shown(1), shown(2)]).toEqual([{ says: atNoon, mayAdd: false }, always])
    await pass(30 * 60 * 60_000)
    expect([shown(1).mayAdd, shown(3)]).toEqual([false, always])
  })

  it('have what is not served after the rest, but only once the guest comes back to the page', async () => {
    fakeApi.answers(getMenu, [
      sampleDish({ id: 1, category: 'Breakfast', categoryServedHours: BREAKFAST }),
      sampleDish({ id: 2, category: 'Soups' }),
    ])
    render(<Sections />, { language })
    await vi.waitFor(() => expect(document.getElementById('dish-1')).not.toBeNull())
    const first = () => document.querySelector('section')?.id
    // Another test may have left the page.
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pass(15 * 60_000 + 10_000)
    expect([shown(1).mayAdd, first()]).toEqual([false, 'category-Breakfast'])
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await vi.waitFor(() => expect(first()).toBe('category-Soups'))
  })

  it('do not keep the menu back while the settings are not answered', async () => {
    fakeApi.holds(getSettings, SETTINGS)
    const menu = queryClient.fetchQuery(menuQuery)
    await vi.advanceTimersByTimeAsync(2_000)
    const dishes = await Promise.race([menu, Promise.resolve('waiting')])
    expect(dishes).toContainEqual(expect.objectContaining({ id: 3, notNow: expect.stringContaining('18:00') }))
  })

  it('do not bind owners and the floor', async () => {
    storedMark.write('floor')
    await open()
    expect(shown(3)).toEqual({ says: undefined, mayAdd: true })
  })

  it('are said in its sheet instead of the button', async () => {
    const notNow = 'Served 08:00–12:00'
    const { t } = render(<DishSheet item={{ ...sampleDish(), notNow }} open onOpenChange={() => {}} />, {
      language,
      settings: { timeZone: 'Pacific/Auckland' },
    })
    const footer = await screen.findByText(notNow)
    expect(footer.textContent).toContain(t('menu.hours.restaurantTime'))
    expect(screen.queryByRole('button', { name: new RegExp(t('menu.dish.add', { total: '' })) })).toBeNull()
  })
})
