import { vi } from 'vitest'
import { type Order, type OrderLine, setLineDone } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { orderOnBoard, showList } from '../../testing/board.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { act, fakeApi, render, screen, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { receiveOrder } from '../orders/index.ts'
import { Keys, KitchenScreen } from './kitchen-screen.tsx'

/** What follows the next frame: it comes at once, unless a test holds it here. */
export const frames: { held?: (() => void)[] | undefined } = {}
vi.mock('../../lib/loading/list.tsx', async (original) => ({
  ...(await original<object>()),
  afterPaint(then: () => void) {
    if (frames.held) frames.held.push(then)
    else then()
    return () => {}
  },
}))

await Keys.prefetch()
// A real connection would be lost after some seconds, and the screen would say so.
fakeLive()

export const STATIONS = [
  { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' },
  { id: 2, name: 'Bar', nameRo: 'Bar' },
]
export const NOW = new Date().toISOString()
const [sample] = sampleOrder().items as [OrderLine]

export const line = (id: number, name: string, fields: Partial<OrderLine> = {}): OrderLine => ({
  ...sample,
  id,
  menuItemId: name.length,
  name,
  nameRo: name,
  stationId: 1,
  ...fields,
})

/** An order at the table with its own number. */
export const order = (id: number, items: OrderLine[], fields: Partial<Order> = {}) =>
  sampleOrder({ id, items, seenAt: NOW, createdAt: NOW, diningOption: 'dine-in', tableNumber: id, ...fields })

/** The order after these of its lines were cooked, or taken back. */
export const withDone = (before: Order, version: number, ...ids: number[]): Order => ({
  ...before,
  version,
  items: before.items.map((item) => ({ ...item, doneAt: ids.includes(item.id) ? NOW : null })),
})

export const versionOf = (id: number) => orderOnBoard(id)?.version

/** Lays the screen out as on one of this width, 900 px tall; each part of a card has 60 px. */
export function withScreenOf(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return (this.dataset.part ? { width: 250, height: 60 } : { width, height: 900 }) as DOMRect
  })
}

/** Renders the screen with these orders on the board. */
export function openKitchen(
  orders: Order[],
  { language, stations = STATIONS }: { language: Language; stations?: typeof STATIONS },
) {
  const rendered = render(<KitchenScreen menu={null} />, { language, settings: { language, stations } })
  showList(orders)
  // The keys are loaded once somebody has touched the page.
  act(() => void dispatchEvent(new KeyboardEvent('keydown')))
  const { t } = rendered
  const name = (id: number) => t('common.table', { number: id })
  return {
    ...rendered,
    name,
    card: (id: number) => within(screen.getByRole('article', { name: name(id) })),
    cardNames: () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label')),
    sidebar: () => within(screen.getByRole('complementary')),
    receive: (changed: Order) => act(() => receiveOrder(changed)),
  }
}

/** The marks that were sent: each with its path, and whether the line is done. */
export const ticks = () =>
  fakeApi.callsOf(setLineDone).map(({ path, body }) => [path, (body as { done: boolean }).done])
