import { beforeEach, describe, expect, it } from 'vitest'
import type { WatchedLine } from '#shared/contracts/live.ts'
import { LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { act, render } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { currentToasts } from '../../ui/toast/store.ts'
import { changeFilter } from '../allergens/index.ts'
import { cart, useCart } from '../cart/index.ts'
import { orderAgain } from './same-again.ts'

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

const again = (ordered: WatchedLine[]) => act(() => orderAgain(ordered, MENU))
function said() {
  const [shown] = currentToasts()
  return [shown?.title, shown?.description]
}

describe.each(LANGUAGES)('the same again (%s)', (language) => {
  const show = () => render(<Lines />, { language })

  it('fills the cart at today’s prices, beside what is in it, with the notes', () => {
    const { t } = show()
    cart.add(CAKE)
    again([line(7, { notes: 'no onions' }), line(9, { quantity: 1, notes: 'a candle' })])
    expect(said()).toEqual([t('orderStatus.againDone'), undefined])
    expect(lines).toEqual([
      [9, 2850, 2, undefined],
      [7, 3000, 2, 'no onions'],
    ])
  })

  it('names what is gone, sold out, or has something the guest avoids, and leaves it out', () => {
    const { t } = show()
    changeFilter({ allergens: ['eggs'] })
    again([line(7), line(8), line(9), line(null), line(null)])
    const [gone, soldOut, avoided] = [
      language === 'ro' ? 'Dispărut' : 'Gone',
      nameIn(language, ROLLS),
      nameIn(language, CAKE),
    ]
    const leftOut = [
      t('orderStatus.againGone', { names: gone }),
      t('cart.soldOut', { names: soldOut }),
      t('orderStatus.againAvoided', { names: avoided }),
    ]
    expect(said()).toEqual([t('orderStatus.againPart'), leftOut.join(' · ')])
    expect(lines).toEqual([[7, 3000, 2, undefined]])
  })

  it('says that nothing could be added', () => {
    const { t } = show()
    again([line(8)])
    expect(said()).toEqual([t('orderStatus.againNone'), t('cart.soldOut', { names: nameIn(language, ROLLS) })])
    expect(lines).toEqual([])
  })
})
