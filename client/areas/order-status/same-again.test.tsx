import { beforeEach, describe, expect, it } from 'vitest'
import type { WatchedLine } from '#shared/contracts/live.ts'
import { nameIn } from '#shared/domain/language.ts'
import { optionIds } from '#shared/domain/orders/cart.ts'
import { queryClient } from '../../lib/api/query.ts'
import { act, render } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { currentToasts } from '../../ui/toast/store.ts'
import { changeFilter } from '../allergens/index.ts'
import { cart, ownLinesOf, useCart } from '../cart/index.ts'
import { orderAgain } from './status-line.tsx'

const SOUP = sampleDish({ price: 3000, allergensChecked: true })
const ROLLS = sampleDish({ id: 8, name: 'Pork rolls', nameRo: 'Sarmale', soldOutUntil: '2026-11-22T02:00:00.000Z' })
const CAKE = sampleDish({ id: 9, name: 'Cake', nameRo: 'Tort', allergenCodes: ['eggs'] })
const MENU = [SOUP, ROLLS, CAKE]

const line = (menuItemId: number | null, fields: Partial<WatchedLine> = {}): WatchedLine => ({
  menuItemId,
  quantity: 2,
  name: 'Gone',
  nameRo: 'Dispărut',
  price: 2850,
  notes: null,
  options: [],
  partOf: null,
  ...fields,
})

let lines: unknown
function Lines() {
  const inCart = useCart(({ lines }) => lines)
  lines = inCart.map(({ dish, quantity, notes }) => [dish.id, dish.price, quantity, notes])
  return null
}

beforeEach(() => {
  changeFilter({ allergens: [] })
  for (const { id } of MENU) cart.remove(id)
})

const again = (ordered: WatchedLine[]) => act(async () => orderAgain(ordered, MENU))
const cartLines = () =>
  MENU.flatMap(({ id }) => ownLinesOf(id).map(({ quantity, options }) => [id, quantity, optionIds(options)]))
function said() {
  const [shown] = currentToasts()
  return [shown?.title, shown?.description]
}

describe('the same again', () => {
  const show = () => render(<Lines />)

  it('fills the cart at today’s prices, beside what is in it, with the notes', async () => {
    const { t } = show()
    cart.put({ dish: CAKE, quantity: 1 })
    await again([line(7, { notes: 'no onions' }), line(9, { quantity: 1, notes: 'a candle' })])
    expect(said()).toEqual([t('orderStatus.againDone'), undefined])
    expect(lines).toEqual([
      [9, 2850, 1, undefined],
      [7, 3000, 2, 'no onions'],
      [9, 2850, 1, 'a candle'],
    ])
  })

  it('names what is gone, sold out, or has something the guest avoids, and leaves it out', async () => {
    const { t } = show()
    changeFilter({ allergens: ['eggs'] })
    await again([line(7), line(8), line(9), line(null), line(null)])
    const [gone, soldOut, avoided] = ['Gone', nameIn('en', ROLLS), nameIn('en', CAKE)]
    const names = [soldOut, avoided, gone].join(', ')
    expect(said()).toEqual([t('orderStatus.againPart'), t('orderStatus.againLeftOut', { names })])
    expect(lines).toEqual([[7, 3000, 2, undefined]])
  })

  it('has the options and parts, and leaves out a dish of which one is gone', async () => {
    const option = { times: 2, allergenCodes: [], preselected: false, isActive: true, soldOutUntil: null, nameRo: '' }
    const options = [
      { ...option, id: 4, name: 'Cheese', price: 400, menuItemId: null },
      { ...option, id: 5, name: 'Cola', price: 0, menuItemId: 77 },
    ]
    const group = { id: 1, name: 'Extras', nameRo: '', dishId: null, without: false, min: 1, max: 4, options }
    queryClient.setQueryData(['/api/menu/options'], [group])
    const menu = [{ ...SOUP, optionGroupIds: [1], hasOptions: true }, CAKE]
    const { t } = show()
    const ordered = { group: '', groupRo: '', name: '', nameRo: '', price: 400, quantity: 2, without: false }
    const soup = line(7, { options: [{ ...ordered, id: 4 }] })
    const other = line(7, { options: [{ ...ordered, id: null }], quantity: 1 })
    const part = line(77, { partOf: 1, price: 0 })
    const fee = line(null, { partOf: 1, price: 50, name: 'Deposit' })
    await act(async () => orderAgain([soup, part, fee, other, line(9, { quantity: 1 })], menu))
    const names = nameIn('en', SOUP)
    expect(said()).toEqual([t('orderStatus.againPart'), t('orderStatus.againLeftOut', { names })])
    expect(cartLines()).toEqual([
      [7, 2, [4, 4, 5]],
      [9, 1, []],
    ])
  })

  it('says that nothing could be added', async () => {
    const { t } = show()
    await again([line(8)])
    expect(said()).toEqual([t('orderStatus.againNone'), t('orderStatus.againLeftOut', { names: nameIn('en', ROLLS) })])
    expect(lines).toEqual([])
  })
})
