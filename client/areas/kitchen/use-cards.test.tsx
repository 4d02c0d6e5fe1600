import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { resetBoard, showList } from '../../testing/board.ts'
import { act } from '../../testing/render.tsx'
import { receiveOrder } from '../orders/index.ts'
import { type SeenState, seeEnd, useCards } from './cards.ts'
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

it('what another window has seen stays, and what this one has seen is added', () => {
  const key = 'masa.kitchen-known'
  const states = () => (JSON.parse(localStorage.getItem(key) ?? '{}').value ?? []) as [number, SeenState][]
  showList([order(1, [line(11, 'Mici')]), order(2, [line(21, 'Sarmale')])])
  const first = renderHook(() => useCards(everyLine))
  dispatchEvent(new Event('pagehide'))
  expect(states().map(([id]) => id)).toEqual([1, 2])
  const elsewhere: [number, SeenState][] = [[9, { open: [91], removed: {}, tableNumber: null }]]
  localStorage.setItem(key, JSON.stringify({ version: 1, value: [...states(), ...elsewhere] }))
  act(() => seeEnd(order(1, [line(11, 'Mici')])))
  first.unmount()
  expect(states().map(([id]) => id)).toContain(9)
})
