import { expect, it } from 'vitest'
import { getSuggestions } from '#shared/contracts/menu/menu.ts'
import { NO_FILTER } from '#shared/domain/menu/filter.ts'
import { fakeApi, render, screen, within } from '../../testing/render.tsx'
import { SETTINGS, sampleDish } from '../../testing/samples.ts'
import { activeCart, cart } from './cart-store.ts'
import GoesWith, { dishesToSuggest } from './goes-with.tsx'

const CHECKED = { allergensChecked: true, allergenCodes: [], allergens: '' }
const dish = (id: number, change: Parameters<typeof sampleDish>[0] = {}) =>
  sampleDish({ id, name: `Dish ${id}`, ...CHECKED, ...change })

it('suggests at most two dishes that go with the cart, in their order, each once', () => {
  const items = [1, 2, 3, 4, 5].map((id) => dish(id))
  const idsFor = (inCart: number[]) =>
    dishesToSuggest({ pairs: { 1: [3, 2], 2: [3, 5] }, inCart, items, filter: NO_FILTER }).map(({ id }) => id)
  expect(idsFor([1])).toEqual([3, 2])
  expect(idsFor([2, 1])).toEqual([3, 5])
  expect(idsFor([1, 3])).toEqual([2])
  expect(idsFor([4])).toEqual([])
})

it.each([
  ['sold out', dish(2, { soldOutUntil: '2026-11-22T02:00:00.000Z' })],
  ['hidden', dish(2, { isActive: false })],
  ['made with what the guest avoids', dish(2, { allergenCodes: ['milk'] })],
  ['left out by the guest’s filter', dish(2, { tags: ['beer'] })],
  ['of unknown allergens', dish(2, { allergensChecked: false })],
  ['not on the menu that the guest sees', dish(6)],
])('suggests no dish that is %s', (_, other) => {
  const items = [dish(1), other, dish(3)]
  const suggested = dishesToSuggest({
    pairs: { 1: [2, 3] },
    inCart: [1],
    items,
    filter: { ...NO_FILTER, allergens: ['milk'], diets: ['noAlcohol'] },
  })
  expect(suggested.map(({ id }) => id)).toEqual([3])
})

it('asks for nothing while suggestions are off', () => {
  render(<GoesWith items={[dish(1), dish(2)]} inCart={[1]} />)
  expect(fakeApi.callsOf(getSuggestions)).toHaveLength(0)
})

it('offers them with a button that adds the dish, and not again once it was removed', async () => {
  fakeApi.answers(getSuggestions, { pairs: { '1': [2] } })
  const settings = { ...SETTINGS, suggestions: true }
  const cartOf = (inCart: number[]) => <GoesWith items={[dish(1), dish(2)]} inCart={inCart} />
  const { user, t, rerender } = render(cartOf([1]), { settings })
  const region = await screen.findByRole('region', { name: t('cart.goesWith') })
  await user.click(within(region).getByRole('button', { name: t('menu.add', { name: 'Dish 2' }) }))
  expect(activeCart().linesOf(2)).toMatchObject([{ quantity: 1 }])
  cart.remove(2)
  // Nor is a dish suggested that the guest has removed.
  rerender(cartOf([1, 2]))
  rerender(cartOf([1]))
  expect(screen.queryByRole('region', { name: t('cart.goesWith') })).toBeNull()
})
