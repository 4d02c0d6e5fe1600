import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import { resetBoard, showList } from '../../testing/board.ts'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { putOrders } from '../orders/index.ts'
import { line, openKitchen, order, STATIONS, withScreenOf } from './kitchen.fixture.tsx'
import { KitchenScreen } from './kitchen-screen.tsx'

beforeEach(() => {
  resetBoard()
  withScreenOf(1900)
})

describe('opening the kitchen screen', () => {
  /** The page's fonts, of which one has this status. */
  function withFont(status: FontFaceLoadStatus) {
    let settle = () => {}
    const ready = new Promise<void>((resolve) => (settle = resolve))
    Object.defineProperty(document, 'fonts', { configurable: true, value: Object.assign([{ status }], { ready }) })
    onTestFinished(() => void Reflect.deleteProperty(document, 'fonts'))
    return () => act(async () => settle())
  }
  const open = (orders: Order[]) => openKitchen(orders, { language: 'en' })
  const isInSight = () => !screen.getByRole('article', { hidden: true }).closest('[class*=clip-path]')

  it('shows the cards at once if their fonts are there, otherwise once they are', async () => {
    const orders = [order(1, [line(11, 'Mici')])]
    withFont('loaded')
    const { unmount } = open(orders)
    expect(isInSight()).toBe(true)
    unmount()
    const arrive = withFont('loading')
    open(orders)
    expect(isInSight()).toBe(false)
    await arrive()
    expect(isInSight()).toBe(true)
  })

  it('shows the oldest orders, which come first, and counts nothing until all are there', () => {
    withScreenOf(1024)
    const orders = Array.from({ length: 20 }, (_, i) => order(i + 1, [line(i + 100, 'Mici')]))
    const { t } = render(<KitchenScreen menu={null} />, { language: 'en', settings: { stations: STATIONS } })
    const names = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'))
    const [first] = STATIONS as [(typeof STATIONS)[number]]
    const counts = (count: number) => [
      screen.queryByRole('button', { name: t('kitchen.stationCount', { name: first.name, count }) }),
      screen.queryByText(t('kitchen.sidebar.portions', { count: 2 * count })),
      // Twelve are in sight.
      screen.queryByRole('button', { name: t('kitchen.moreName', { count: count - 12 }) }),
    ]
    act(() => putOrders(orders.slice(0, 15)))
    const shown = names()
    expect(shown).toHaveLength(15)
    expect(screen.getByRole('button', { name: first.name }).textContent).toBe(first.name)
    expect(counts(15)).toEqual([null, null, null])
    showList(orders)
    expect(names().slice(0, 15)).toEqual(shown)
    expect(counts(20)).not.toContain(null)
  })

  it('shows as many dishes to make as fill a screen, and all once it is idle', async () => {
    const dishes = Array.from({ length: 45 }, (_, i) => line(100 + i, 'M'.repeat(i + 1)))
    const { sidebar } = open([order(1, dishes)])
    const shown = () => sidebar().getAllByRole('button', { name: /M/ }).length
    expect(shown()).toBe(20)
    await waitFor(() => expect(shown()).toBe(45), { timeout: 3_000 })
  })
})
