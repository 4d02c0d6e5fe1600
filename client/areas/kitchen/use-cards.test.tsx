import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { resetBoard, showList } from '../../testing/board.ts'
import { act } from '../../testing/render.tsx'
import { receiveOrder } from '../orders/index.ts'
import { useCards } from './cards.ts'
import { line, order } from './kitchen.fixture.tsx'

const everyLine = () => true

beforeEach(resetBoard)

it('a card is the same object until its own order changes, also when the list is fetched again', () => {
  const orders = [order(1, [line(11, 'Mici')]), order(2, [line(21, 'Sarmale')])]
  showList(orders)
  const { result } = renderHook(() => useCards(everyLine))
  const [first, second] = result.current.cards
  expect(second?.order.id).toBe(2)
  showList(orders)
  expect(result.current.cards).toEqual([first, second])
  expect(result.current.cards[0]).toBe(first)
  act(() => receiveOrder(order(2, [line(21, 'Sarmale'), line(22, 'Papanași')], { version: 2 })))
  expect(result.current.cards[0]).toBe(first)
  expect(result.current.cards[1]).not.toBe(second)
})
