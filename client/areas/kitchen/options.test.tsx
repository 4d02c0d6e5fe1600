import { beforeEach, describe, expect, it } from 'vitest'
import { setLineDone } from '#shared/contracts/orders.ts'
import { resetBoard } from '../../testing/board.ts'
import { fakeApi, waitFor } from '../../testing/render.tsx'
import { line, openKitchen, order, ticks, withScreenOf } from './kitchen.fixture.tsx'

beforeEach(() => {
  resetBoard()
  withScreenOf(1900)
})

const option = (name: string, without = false) => ({
  ...{ id: 1, group: 'Options', groupRo: 'Opțiuni', name, nameRo: name, price: 0, quantity: 1, without },
})
/** A menu of the bar, with a part at each station and a deposit. */
const lunch = () => [
  line(11, 'Lunch', { cooked: false, stationId: 2, notes: 'quick', options: [option('vegan')] }),
  line(12, 'Soup', { partOf: 1 }),
  line(13, 'Cola', { partOf: 1, stationId: 2 }),
  line(14, 'Deposit', { partOf: 1, cooked: false }),
]

describe('options and parts in the kitchen', () => {
  it('a menu stands above its part with options and note, and only the part takes a tick', async () => {
    fakeApi.answers(setLineDone, order(1, lunch()))
    const { card, user } = await openKitchen([order(1, lunch())], { language: 'en' })
    expect(
      card(1)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/2× Lunch.*vegan.*quick/), expect.stringContaining('Soup')])
    expect(card(1).queryByText(/Cola|Deposit/)).toBeNull()
    expect(card(1).queryByRole('button', { name: /Lunch/ })).toBeNull()
    await user.click(card(1).getByRole('button', { name: /Soup/ }))
    await waitFor(() => expect(ticks()).toEqual([['/api/orders/1/items/12/done', true]]))
  })

  it('what is left out comes first, in capitals, and dishes to make are counted by variant and note', async () => {
    const word = 'NO'
    const salad = (id: number, ...options: ReturnType<typeof option>[]) => line(id, 'Salad', { quantity: 1, options })
    const { card, sidebar, t } = await openKitchen(
      [
        order(1, [salad(11, option('large'), option('onion', true)), salad(12)]),
        order(2, [salad(21, option('large')), line(22, 'Salad', { quantity: 2, notes: 'well done' })]),
      ],
      { language: 'en' },
    )
    const [first] = card(1).getAllByRole('button', { name: /Salad/ })
    expect(first?.textContent).toBe(`1Salad${word} onionlarge`)
    const dish = sidebar().getByRole('button', { name: /Salad/ })
    expect(dish.textContent).toBe(
      `5Salad1× large1× ${word} onion, large${t('kitchen.sidebar.withNote', { number: 2 })}`,
    )
  })
})
