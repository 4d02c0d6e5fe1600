import { beforeEach, describe, expect, it } from 'vitest'
import type { WatchedLine } from '#shared/contracts/live.ts'
import { getSessionBill } from '#shared/contracts/shared-sessions.ts'
import { fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { ownOrders, useOwnOrders } from '../order-status/index.ts'
import { GuestBill } from './guest-calls.tsx'

const line = (fields: Partial<WatchedLine> = {}): WatchedLine => ({
  menuItemId: 7,
  quantity: 1,
  name: 'Sour soup',
  nameRo: 'Ciorbă',
  price: 2850,
  notes: null,
  options: [],
  partOf: null,
  ...fields,
})
interface Own {
  orderId: number
  total: number
  lines?: WatchedLine[]
  tableNumber?: number
  sessionId?: string
}
const follow = (order: Own) =>
  ownOrders.follow({ token: 't', tableNumber: 1, takeaway: false, currency: 'lei', ...order })

let ids: number[] = []
function Ids() {
  ids = useOwnOrders().map(({ orderId }) => orderId)
  return null
}
beforeEach(() => {
  const { unmount } = render(<Ids />)
  unmount()
  for (const id of ids) ownOrders.dismiss(id)
})

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

describe('what a guest has to pay', () => {
  const show = () => render(<GuestBill tableNumber={1} />)

  it('is the sum of the open orders of this phone at the table, each dish once', () => {
    follow({ orderId: 1, total: 2850, lines: [line({ notes: 'no onions' })] })
    follow({
      orderId: 2,
      total: 6700,
      lines: [line({ quantity: 2 }), line({ menuItemId: 8, name: 'X', nameRo: '', price: 1000 })],
    })
    follow({ orderId: 3, total: 100, tableNumber: 2 })
    follow({ orderId: 4, total: 100 })
    ownOrders.applyStatus({ orderId: 4, status: 'completed', seen: true, total: 100, tableNumber: 1 })
    const { t } = show()
    expect(screen.getByText(t('calls.toPay', { table: 1, total: '95.50 LEI' }))).toBeDefined()
    const soup = 'Sour soup'
    const rows = [...document.querySelectorAll('details li')].map(({ textContent }) => plain(textContent))
    expect(rows).toEqual([`3 ×${soup}85.50 LEI`, '1 ×X10.00 LEI'])
    expect(document.querySelector('details')?.open).toBe(false)
  })

  it('is that of the whole table by person at a shared table, from the first session on', async () => {
    const guests = [
      { guestName: 'Ana', total: 5450 },
      { guestName: 'Ștefan', total: 9300 },
      { guestName: null, total: 1000 },
    ]
    fakeApi.answers(getSessionBill, { total: 15_750, guests })
    follow({ orderId: 1, total: 9000, sessionId: 'session-1' })
    follow({ orderId: 2, total: 500, sessionId: 'session-2' })
    const { t } = show()
    expect(await screen.findByText(t('calls.toPay', { table: 1, total: '157.50 LEI' }))).toBeDefined()
    expect(fakeApi.callsOf(getSessionBill).map(({ path }) => path)).toEqual(['/api/shared-sessions/session-1/bill'])
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ana 54.50 LEI',
      'Ștefan 93.00 LEI',
      `${t('calls.wholeTable')} 10.00 LEI`,
    ])
  })

  it('is what this phone knows where the server has no bill for it', async () => {
    fakeApi.refuses(getSessionBill, 404, { message: 'No' })
    follow({ orderId: 1, total: 9000, sessionId: 'session-1' })
    const { t } = show()
    expect(await screen.findByText(t('calls.toPay', { table: 1, total: '90.00 LEI' }))).toBeDefined()
  })

  it('is not said before the table’s bill is there, which can be asked for again', async () => {
    fakeApi.refuses(getSessionBill, 503, { message: 'No' })
    follow({ orderId: 1, total: 9000, sessionId: 'session-1' })
    const { t, user } = show()
    const again = await screen.findByRole('button', { name: t('common.tryAgain') })
    expect(document.body.textContent).not.toContain('90.00')
    fakeApi.answers(getSessionBill, { total: 15_750, guests: [] })
    await user.click(again)
    expect(await screen.findByText(t('calls.toPay', { table: 1, total: '157.50 LEI' }))).toBeDefined()
  })
})

it('is not said where this phone has no order at the table', async () => {
  follow({ orderId: 1, total: 100, tableNumber: 2 })
  const { container } = { container: document.body }
  render(<GuestBill tableNumber={1} />)
  await waitFor(() => expect(container.textContent).not.toContain('To pay'))
})
