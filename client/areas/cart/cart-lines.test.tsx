import { afterEach, describe, expect, it, vi } from 'vitest'
import { getSuggestions } from '#shared/contracts/menu/menu.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import { NO_FILTER } from '#shared/domain/menu/filter.ts'
import { cartDishOf, type DishLine } from '#shared/domain/orders/cart.ts'
import { queryClient } from '../../lib/api/query.ts'
import { act, fakeApi, render, screen, within } from '../../testing/render.tsx'
import { SETTINGS, sampleDish } from '../../testing/samples.ts'
import { CartRow, dishesToSuggest, GoesWith } from './cart-lines.tsx'
import { cart, ownLinesOf, replaceCart } from './cart-store.ts'

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

it('offers them with a button that adds the dish', async () => {
  fakeApi.answers(getSuggestions, { pairs: { '1': [2] } })
  const settings = { ...SETTINGS, suggestions: true }
  const { user, t } = render(<GoesWith items={[dish(1), dish(2)]} inCart={[1]} />, { settings })
  const region = await screen.findByRole('region', { name: t('cart.goesWith') })
  await user.click(within(region).getByRole('button', { name: t('menu.add', { name: 'Dish 2' }) }))
  expect(ownLinesOf(2)).toMatchObject([{ quantity: 1 }])
  cart.remove(2)
})

it('says of a dish under a rule what a portion would cost without it', () => {
  const offer = { percent: 30, name: 'Happy hour', nameRo: '', until: null }
  const beer = dish(1, { price: 1400, offer })
  const large = { id: 5, name: 'Large', nameRo: 'Mare', price: 405, quantity: 1 }
  render(<CartRow line={{ dish: cartDishOf(beer), quantity: 2, options: [large] }} item={beer} />)
  expect(screen.getByText('25.28 LEI')).toBeDefined()
  expect(screen.getByText('instead of 18.05')).toBeDefined()
})

it('suggests a dish under a rule at its lower price', async () => {
  fakeApi.answers(getSuggestions, { pairs: { '1': [2] } })
  queryClient.removeQueries({ queryKey: [getSuggestions.path] })
  const offer = { percent: 30, name: 'Happy hour', nameRo: '', until: null }
  const items = [dish(1), dish(2, { price: 1400, offer })]
  render(<GoesWith items={items} inCart={[1]} />, { settings: { ...SETTINGS, suggestions: true } })
  expect((await screen.findByText('Dish 2')).textContent).toContain('9.80 LEI14.00 instead of 14.00 LEI')
})

describe('a line of a shared cart', () => {
  const SOUP = sampleDish()
  const name = 'Sour soup'
  const LINE: DishLine = { dish: cartDishOf(SOUP), quantity: 2 }
  const shared = { own: [LINE], others: [] as DishLine[], put: vi.fn((_line: DishLine, _replaced?: string) => true) }
  const listeners = new Set<() => void>()
  const switchBack = () =>
    replaceCart({
      lines: () => shared.own,
      others: () => shared.others,
      put: shared.put,
      subscribe: (listener) => listeners.add(listener) && (() => void listeners.delete(listener)),
    })
  let undo = () => {}
  const show = (line: DishLine, others: DishLine[] = []) => {
    undo = switchBack()
    Object.assign(shared, { own: [line], others })
    return render(<CartRow line={line} item={SOUP} />)
  }
  afterEach(() => {
    undo()
    shared.put.mockClear()
  })

  it('with a sold-out dish says so, and its quantity can only be reduced', async () => {
    const { t, user } = show({ ...LINE, isOrderable: false })
    const button = (key: 'menu.more' | 'menu.less') => screen.getByRole('button', { name: t(key, { name }) })
    expect(button('menu.more').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('menu.less'))
    expect(shared.put).toHaveBeenCalledWith({ ...LINE, isOrderable: false, quantity: 1 }, '7||')
  })

  it('under a rule says what a portion would cost without it, as the server does', () => {
    undo = switchBack()
    render(<CartRow line={LINE} item={SOUP} listPrice={4071} />)
    expect(screen.getByText('instead of 40.71')).toBeDefined()
  })

  it('adds portions, which may meet those of another phone', async () => {
    const { t, user } = show(LINE)
    await user.click(screen.getByRole('button', { name: t('menu.more', { name }) }))
    expect(shared.put).toHaveBeenCalledWith({ ...LINE, quantity: 1 })
  })

  it('limits its note to the characters that the other notes of the table leave', async () => {
    const line = { ...LINE, notes: 'fără sare' }
    const others = Array.from({ length: 14 }, () => ({ ...LINE, notes: 'n'.repeat(140) }))
    const { user, t } = show(line, others)
    await user.click(screen.getByRole('button', { name: new RegExp(t('cart.noteFor', { name })) }))
    const field = () => screen.getByRole('textbox', { name: t('cart.noteFor', { name }) })
    expect(field().getAttribute('maxlength')).toBe('40')
    // An existing note may stay, and may be shortened.
    shared.others = [...others, ...others]
    act(() => {
      for (const listener of listeners) listener()
    })
    expect(field().getAttribute('maxlength')).toBe('9')
    expect(screen.getByText(t('cart.notesFull'))).toBeDefined()
  })

  it('of another guest shows its note, and can only be removed', async () => {
    undo = switchBack()
    const onRemove = vi.fn(() => true)
    const line = { ...LINE, notes: 'hot', options: [{ id: 5, name: '', nameRo: '', price: 0, quantity: 1 }] }
    const large = { id: 5, name: 'Large', nameRo: 'Mare', price: 900 }
    const size = { ...{ id: 1, name: 'Size', nameRo: 'Mărime', dishId: null, without: false, min: 1, max: 1 } }
    const option = { ...large, times: 1, allergenCodes: [], menuItemId: null, preselected: false, isActive: true }
    queryClient.setQueryData([listOptions.path], [{ ...size, options: [{ ...option, soldOutUntil: null }] }])
    const { t, user } = render(<CartRow line={line} item={undefined} other={{ name: 'Mihai', onRemove }} />)
    expect(screen.getByText('hot')).toBeDefined()
    expect(screen.getByText('Large')).toBeDefined()
    expect(screen.getAllByRole('button')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: t('sharedTable.removeOf', { name, guest: 'Mihai' }) }))
    expect(onRemove).toHaveBeenCalledOnce()
  })
})
