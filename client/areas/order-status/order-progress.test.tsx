import { beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { render, screen } from '../../testing/render.tsx'
import OrderProgress from './order-progress.tsx'
import { type OwnOrder, ownOrders, ownOrdersStore } from './own-orders.ts'

const SOUP = {
  menuItemId: 7,
  quantity: 2,
  name: 'Sour soup',
  nameRo: 'Ciorbă',
  price: 2850,
  notes: 'no onions',
  options: [],
  partOf: null,
}

beforeEach(() => {
  for (const { orderId } of ownOrdersStore.getState()) ownOrders.dismiss(orderId)
})

describe.each(LANGUAGES)('an order after it was placed (%s)', (language) => {
  const show = (order: Partial<OwnOrder>) => {
    const rest = { token: 't', tableNumber: null, takeaway: true, total: 5700, currency: 'lei' } as const
    ownOrders.follow({ orderId: 1243, ...rest, lines: [SOUP], ...order })
    return render(<OrderProgress orderId={1243} />, { language })
  }
  const update = (fields: object) =>
    ownOrders.applyStatus({ orderId: 1243, status: 'pending', seen: false, total: 5700, tableNumber: null, ...fields })

  it('shows its lines and total, and one progress with the current step', () => {
    const { t } = show({})
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toContain(`2\u00a0×${language === 'ro' ? 'Ciorbă' : 'Sour soup'}no onions57.00 LEI`)
    expect(screen.getByText(t('cart.total')).textContent).toBe(`${t('cart.total')}57.00 LEI`)
    const steps = document.querySelectorAll('[aria-current=step]')
    expect([...steps].map(({ textContent }) => textContent)).toEqual([t('orderStatus.step.received')])
  })

  it('shows the number of a takeaway large, and of no other', () => {
    const { t, unmount } = show({})
    expect(screen.getByText('#1243').className).toContain('text-[40px]')
    unmount()
    show({ takeaway: false, tableNumber: 5 })
    expect(screen.queryByText('#1243')).toBeNull()
    expect(screen.queryByText(t('orderStatus.yourNumber'))).toBeNull()
  })

  it('says when it is usually ready, until it is', () => {
    const { t, unmount } = show({})
    const usual = () => screen.queryByText(t('orderStatus.readyIn', { minutes: 20 }).replace('\u00a0', ' '))
    expect(usual()).toBeNull()
    unmount()
    update({ readyIn: 20 })
    const { unmount: again } = render(<OrderProgress orderId={1243} />, { language })
    expect(usual()).not.toBeNull()
    again()
    update({ status: 'ready' })
    render(<OrderProgress orderId={1243} />, { language })
    expect(usual()).toBeNull()
  })
})
