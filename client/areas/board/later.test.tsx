import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getPickup } from '#shared/contracts/hours.ts'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { changeOrder, getSummary, type Order, seeOrder } from '#shared/contracts/orders.ts'
import { passTurn, resetBoard, showList } from '../../testing/board.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { StatusStrip } from '../../ui/parts/status-strip.tsx'
import { SUMMARY } from './board.fixture.tsx'
import { OrderBoard } from './board.tsx'
import { useDueNotices } from './summary.tsx'

/** 18:00 in the restaurant. */
const NOW = Date.parse('2026-11-20T16:00:00.000Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const later = (id: number, startsIn: number, fields: Partial<Order> = {}) =>
  sampleOrder({
    ...{ id, createdAt: at(-60), seenAt: at(-59), startAt: at(startsIn), pickupAt: at(startsIn + 25) },
    ...fields,
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  resetBoard()
  history.replaceState(null, '', '/dashboard')
  fakeApi.answers(getSummary, { ...SUMMARY, open: { pending: 4, preparing: 0, ready: 0, delivered: 0 } })
  fakeApi.answers(getMenu, [])
})
afterEach(() => void vi.useRealTimers())

const Strip = () => <StatusStrip notices={useDueNotices()} />

describe('orders for later', () => {
  const board = (orders: Order[]) => {
    const rendered = render(
      <>
        <Strip />
        <OrderBoard onNewOrder={() => {}} />
      </>,
      { settings: { language: 'en' } },
    )
    showList(orders)
    const { t } = rendered
    return {
      ...rendered,
      tab: (list: 'pending' | 'ready' | 'all') =>
        screen.getByRole('tab', { name: new RegExp(t(`orders.tabs.${list}`)) }),
      laterTab: () => screen.queryByRole('tab', { name: new RegExp(`^${t('kitchen.later')}`) }),
      cards: () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label')),
      cardOf: (element: Element) => element.closest('article')?.getAttribute('aria-label'),
      name: (id: number) => t('orders.order', { id }),
      /** The page does this at each turn. */
      passTo: (minutes: number) => {
        vi.setSystemTime(NOW + minutes * 60_000)
        passTurn()
      },
    }
  }

  it('have a list in the order of their starts, and stand marked after the others in Pending and All', async () => {
    const { t, user, tab, laterTab, cards, cardOf, name } = board([
      later(3, 80, { customerName: 'Elena' }),
      later(2, 35, { customerName: 'Radu' }),
      sampleOrder({ id: 1, createdAt: at(-2), seenAt: at(-1) }),
      sampleOrder({ id: 4, createdAt: at(-9), seenAt: at(-1), status: 'ready' }),
    ])
    expect(screen.getAllByRole('tab').at(-1)).toBe(laterTab())
    expect(laterTab()?.textContent).toBe(`${t('kitchen.later')}2`)
    expect(cards()).toEqual([1, 2, 3].map(name))
    expect(screen.getAllByText(t('later.mark')).map(cardOf)).toEqual([2, 3].map(name))
    await waitFor(() => expect(tab('pending').textContent).toContain('3'))
    await user.click(screen.getByRole('button', { name: new RegExp(t('orders.oldestFirst')) }))
    expect(cards()).toEqual([1, 2, 3].map(name))
    await user.click(screen.getByRole('button', { name: new RegExp(t('orders.oldestFirst')) }))
    await user.click(tab('all'))
    await waitFor(() => expect(cards()).toEqual([1, 4, 2, 3].map(name)))
    await user.click(tab('ready'))
    await waitFor(() => expect(cards()).toEqual([name(4)]))
    await user.click(laterTab() as HTMLElement)
    await waitFor(() => expect(cards()).toEqual([2, 3].map(name)))
  })

  it('say on which day they are picked up', () => {
    const { t } = board([later(1, 24 * 60 - 30), later(2, 7 * 24 * 60)])
    expect(screen.getByRole('button', { name: t('orders.tomorrow', { time: '17:55' }) })).toBeDefined()
    expect(screen.getByRole('button', { name: /^(Fri|vin) 27 [Nn]o[vi] 18:25/ })).toBeDefined()
  })

  it('are named in the strip at their start, which leads to their card, and are ordinary five minutes later', async () => {
    const order = later(1, 5)
    const { t, user, laterTab, cards, name, passTo } = board([order, sampleOrder({ id: 2, seenAt: at(-1) })])
    const start = () => screen.queryByRole('link', { name: new RegExp(t('later.startNow', { time: '18:30' })) })
    expect(start()).toBeNull()
    passTo(10)
    expect([start(), laterTab(), screen.queryByText(t('later.mark'))]).toEqual([null, null, null])
    passTo(9)
    expect(start()?.textContent).toContain(order.customerName)
    fakeApi.answers(seeOrder, { ...order, seenAt: at(9), version: 2 })
    await user.click(start() as HTMLElement)
    await waitFor(() => expect(cards()).toEqual([name(1)]))
    expect(fakeApi.callsOf(seeOrder)).toHaveLength(1)
    fakeApi.answers(changeOrder, { ...order, status: 'preparing', version: 3 })
    await user.click(screen.getByRole('button', { name: t('orders.moveOn.preparing') }))
    await waitFor(() => expect(start()).toBeNull())
    // Without one, the list is that of the orders that wait.
    expect(cards()).toEqual([name(2)])
  })

  it('that nobody has seen mark their list, and can be started early', async () => {
    const order = later(2, 35, { seenAt: null })
    const { t, user, laterTab, cards, name } = board([order, sampleOrder({ id: 1, createdAt: at(-2), seenAt: at(-1) })])
    expect(laterTab()?.textContent).toContain(t('orders.new'))
    await user.click(laterTab() as HTMLElement)
    fakeApi.answers(seeOrder, { ...order, seenAt: at(0), version: 2 })
    await user.click(screen.getByRole('button', { name: t('kitchen.seen') }))
    await waitFor(() => expect(laterTab()?.textContent).not.toContain(t('orders.new')))
    fakeApi.answers(changeOrder, { ...order, status: 'preparing', seenAt: at(0), version: 3 })
    const card = within(screen.getByRole('article', { name: name(2) }))
    expect(card.queryByText(t('orders.justNow'))).toBeNull()
    await user.click(card.getByRole('button', { name: t('orders.moveOn.preparing') }))
    await waitFor(() => expect(cards()).toEqual([name(1)]))
  })

  it('get another time, a full one too, and it can be undone', async () => {
    const order = later(2, 35, { version: 4, asap: true })
    const { t, user } = board([order])
    const slots = [
      { at: at(60), full: false },
      { at: at(75), full: true },
    ]
    fakeApi.answers(getPickup, { asap: null, days: ['2026-11-20', '2026-11-21'], slots })
    await user.click(screen.getByRole('button', { name: new RegExp(`${t('later.asap')}.*19:00`) }))
    const shown = await dialog(t('later.change'))
    const full = await shown.findByRole('button', { name: new RegExp(t('later.full')) })
    expect(shown.getByRole('button', { name: '19:00' }).getAttribute('aria-pressed')).toBe('true')
    expect(shown.getByRole('button', { name: t('later.day.tomorrow') })).toBeDefined()
    fakeApi.answers(changeOrder, { ...order, asap: false, pickupAt: at(75), startAt: at(50), version: 5 })
    await user.click(full)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText(t('orderMove.moved', { id: 2, from: '19:00', to: '19:15' }))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('orders.undo') }))
    expect(fakeApi.callsOf(changeOrder).map(({ body, headers }) => [body, headers.get('If-Match')])).toEqual([
      [{ pickupAt: at(75) }, '"4"'],
      [{ pickupAt: at(60) }, '"5"'],
    ])
  })

  it('cannot get a time of the day before while those of the chosen day are fetched', async () => {
    const { t, user } = board([later(2, 35)])
    const days = ['2026-11-20', '2026-11-21']
    fakeApi.answers(getPickup, { asap: null, days, slots: [{ at: at(75), full: false }] })
    await user.click(screen.getByRole('button', { name: /^19:00$/ }))
    const shown = await dialog(t('later.change'))
    const slot = () => shown.getByRole<HTMLButtonElement>('button', { name: '19:15' })
    await waitFor(() => expect(slot().disabled).toBe(false))
    const release = fakeApi.holds(getPickup, { asap: null, days, slots: [{ at: at(75 + 24 * 60), full: false }] })
    await user.click(shown.getByRole('button', { name: t('later.day.tomorrow') }))
    expect(slot().disabled).toBe(true)
    release()
    await waitFor(() => expect(slot().disabled).toBe(false))
    fakeApi.answers(changeOrder, later(2, 35))
    await user.click(slot())
    await waitFor(() =>
      expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ pickupAt: at(75 + 24 * 60) }]),
    )
  })

  it('say in the dialog why the time could not be changed', async () => {
    const { t, user } = board([later(2, 35)])
    fakeApi.answers(getPickup, { asap: null, days: ['2026-11-20'], slots: [{ at: at(75), full: false }] })
    fakeApi.refuses(changeOrder, 409, { code: 'slot_gone', message: 'Gone' })
    await user.click(screen.getByRole('button', { name: /^19:00$/ }))
    const shown = await dialog(t('later.change'))
    await user.click(await shown.findByRole('button', { name: '19:15' }))
    expect(await shown.findByText('Gone')).toBeDefined()
  })

  it('count among the dishes to make only once they have begun', async () => {
    const { t, user, passTo } = board([later(1, 5)])
    await user.click(screen.getByRole('button', { name: t('orders.dishes.title') }))
    const drawer = await dialog(t('orders.dishes.title'))
    expect(drawer.getByText(t('orders.dishes.none'))).toBeDefined()
    passTo(5)
    expect(drawer.getByText('2×')).toBeDefined()
  })
})
