import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { i18n } from '../../ui/translation.ts'
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
    expect(rows).toContain(`2\u00a0×${language === 'ro' ? 'Ciorbă' : 'Sour soup'}57.00 LEIno onions`)
    expect(screen.getByText(t('cart.total')).textContent).toBe(`${t('cart.total')}57.00 LEI`)
    const steps = document.querySelectorAll('[aria-current=step]')
    expect([...steps].map(({ textContent }) => textContent)).toEqual([t('orderStatus.stage.received')])
  })

  it('says under a line that a rule lowered what it costs without it', () => {
    const { t } = show({
      lines: [
        { ...SOUP, listPrice: 4071 },
        { ...SOUP, listPrice: 2850 },
      ],
    })
    expect(
      screen.getAllByText(t('menu.insteadOf', { price: '' }), { exact: false }).map((one) => one.textContent),
    ).toEqual([t('menu.insteadOf', { price: '81.42' })])
  })

  it('shows the number of a takeaway large, and of no other', () => {
    const { t, unmount } = show({})
    expect(screen.getByText('#1243').className).toContain('text-display')
    unmount()
    show({ takeaway: false, tableNumber: 5 })
    expect(screen.queryByText('#1243')).toBeNull()
    expect(screen.queryByText(t('orderStatus.yourNumber'))).toBeNull()
  })

  describe('with a time', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: new Date('2026-11-20T17:20:00Z') }))
    afterEach(() => void vi.useRealTimers())
    const pickupAt = '2026-11-20T18:30:00.000Z'
    const at = (time: string, days = 0) => {
      const day = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
      return i18n.getFixedT(language)('checkout.pickup.at', { day, time })
    }
    const shown = () => document.body.textContent?.replaceAll('\u00a0', ' ')
    const pass = (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * 60_000))

    it('says it by the restaurant’s clock and counts down by the minute, until it is ready', () => {
      const { t } = show({ pickupAt })
      const time = t('checkout.pickup.chosen', { time: at('20:30') })
      const left = (words: string) => `${time} · ${language === 'ro' ? 'peste' : 'in'} ${words}`
      expect(shown()).toContain(left('1 h 10'))
      pass(11)
      expect(shown()).toContain(left('59 min'))
      pass(58.5)
      expect(shown()).toContain(left('1 min'))
      pass(1)
      expect(shown()).not.toContain(`${time} ·`)
      expect(shown()).toContain(time)
      act(() => update({ status: 'ready', pickupAt }))
      expect(shown()).not.toContain(time)
    })

    it('says about when it is ready if that is as soon as possible, and not when others usually are', () => {
      const { t } = show({ pickupAt, asap: true })
      act(() => update({ readyIn: 20 }))
      expect(shown()).toContain(t('orderStatus.readyAbout', { time: '20:30' }))
      expect(shown()).not.toContain(t('orderStatus.readyIn', { minutes: 20 }).replace('\u00a0', ' '))
      // The restaurant has moved it.
      act(() => update({ pickupAt: '2026-11-21T08:00:00.000Z' }))
      expect(shown()).toContain(t('checkout.pickup.chosen', { time: at('10:00', 1) }))
      expect(shown()).not.toContain(`${t('checkout.pickup.chosen', { time: at('10:00', 1) })} ·`)
    })

    it('says on a phone in another time zone whose time it is', () => {
      const { t, unmount } = show({ pickupAt })
      const note = (time: string) => t('checkout.pickup.restaurantTime', { time })
      const isElsewhere = Intl.DateTimeFormat().resolvedOptions().timeZone !== 'Europe/Bucharest'
      expect(screen.queryByText(note('19:20')) !== null).toBe(isElsewhere)
      unmount()
      ownOrders.follow({ ...ownOrdersStore.getState()[0], pickupAt } as OwnOrder)
      render(<OrderProgress orderId={1243} />, { language, settings: { timeZone: 'Asia/Tokyo' } })
      expect(screen.getByText(note('02:20'))).toBeDefined()
      expect(shown()).toContain(t('checkout.pickup.chosen', { time: at('03:30') }))
    })

    it('says nothing of it once it is brought to a table', () => {
      const { t } = show({ pickupAt })
      act(() => update({ pickupAt, tableNumber: 5 }))
      expect(shown()).not.toContain(t('checkout.pickup.chosen', { time: at('20:30') }))
    })
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
