import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { act } from '../../testing/render.tsx'
import { changeBoard, clearBoard, EMPTY_BOARD, receiveOrder, withList } from '../orders/index.ts'
import { useCards } from './cards.ts'
import { line, order } from './kitchen.fixture.tsx'

const everyLine = () => true

beforeEach(clearBoard)

it('a card is the same object until its own order changes, also when the list is fetched again', () => {
  const orders = [order(1, [line(11, 'Mici')]), order(2, [line(21, 'Sarmale')])]
  const fetch = (former = EMPTY_BOARD) =>
    act(() => changeBoard((board) => withList(board, { orders: structuredClone(orders), isTruncated: false }, former)))
  fetch()
  const { result } = renderHook(() => useCards(everyLine))
  const [first, second] = result.current.cards
  expect(second?.order.id).toBe(2)
  fetch()
  expect(result.current.cards).toEqual([first, second])
  expect(result.current.cards[0]).toBe(first)
  act(() => receiveOrder(order(2, [line(21, 'Sarmale'), line(22, 'Papanași')], { version: 2 })))
  expect(result.current.cards[0]).toBe(first)
  expect(result.current.cards[1]).not.toBe(second)
})
