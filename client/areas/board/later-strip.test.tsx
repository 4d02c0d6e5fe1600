import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getPickup } from '#shared/contracts/hours.ts'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { changeOrder, getSummary, type Order, seeOrder } from '#shared/contracts/orders.ts'
import { passTurn, resetBoard, showList } from '../../testing/board.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import { SUMMARY } from './board.fixture.tsx'
import { OrderBoard } from './board.tsx'

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
  fakeApi.answers(getSummary, { ...SUMMARY, open: { pending: 4, preparing: 0, ready: 0, delivered: 0 } })
  fakeApi.answers(getMenu, [])
})
afterEach(() => void vi.useRealTimers())

describe('orders for later', () => {
  const board = (orders: Order[]) => {
    const rendered = render(<OrderBoard onNewOrder={() => {}} />, { settings: { language: 'en' } })
    showList(orders)
    const { t } = rendered
    return {
      ...rendered,
      items: () => screen.queryAllByRole('button', { name: /#\d+ ·/ }).map(({ textContent }) => textContent),
      item: (id: number) => screen.getByRole('button', { name: new RegExp(`#${id} ·`) }),
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

  it('stand in a strip in the order of their starts, and marked after the others in Pending and All', async () => {
    const { t, user, items, cards, cardOf, name } = board([
      later(3, 80, { customerName: 'Elena' }),
      later(2, 35, { customerName: 'Radu' }),
      sampleOrder({ id: 1, createdAt: at(-2), seenAt: at(-1) }),
      sampleOrder({ id: 4, createdAt: at(-9), seenAt: at(-1), status: 'ready' }),
    ])
    expect(screen.getByRole('region', { name: t('later.today', { number: 2 }) })).toBeDefined()
    const dishes = t('kitchen.dishes', { count: 2 })
    expect(items()).toEqual([`19:00#2 · Radu${dishes}`, `19:45#3 · Elena${dishes}`])
    expect(cards()).toEqual([1, 2, 3].map(name))
    expect(screen.getAllByText(t('later.mark')).map(cardOf)).toEqual([2, 3].map(name))
    const tab = (subTab: 'pending' | 'ready' | 'all') =>
      screen.getByRole('tab', { name: new RegExp(t(`orders.tabs.${subTab}`)) })
    await waitFor(() => expect(tab('pending').textContent).toContain('3'))
    await user.click(screen.getByRole('button', { name: new RegExp(t('orders.oldestFirst')) }))
    expect(cards()).toEqual([1, 2, 3].map(name))
    await user.click(screen.getByRole('button', { name: new RegExp(t('orders.oldestFirst')) }))
    await user.click(tab('all'))
    await waitFor(() => expect(cards()).toEqual([1, 4, 2, 3].map(name)))
    await user.click(tab('ready'))
    await waitFor(() => expect(cards()).toEqual([name(4)]))
  })

  it('say on which day they are picked up', () => {
    const { t, items } = board([later(1, 24 * 60 - 30), later(2, 7 * 24 * 60)])
    expect(screen.getByRole('region', { name: t('later.title', { number: 2 }) })).toBeDefined()
    expect(items()[0]).toContain(t('orders.tomorrow', { time: '17:55' }))
    expect(items()[1]).toMatch(/^27 [Nn]o[vi] 18:25/)
  })

  it('grow at their start to a button that starts them, and become ordinary cards five minutes later', async () => {
    const order = later(1, 5)
    const { t, user, item, items, cards, name, passTo } = board([order])
    const start = () => screen.queryByRole('button', { name: t('later.startNow', { time: '18:30' }) })
    expect(start()).toBeNull()
    passTo(5)
    expect(item(1).textContent).toContain(t('later.rang', { time: '18:05' }))
    fakeApi.answers(changeOrder, { ...order, status: 'preparing', version: 2 })
    expect(screen.queryByText(t('later.mark'))).toBeNull()
    passTo(10)
    expect([start(), items(), cards()]).toEqual([null, [], [name(1)]])
    passTo(9)
    await user.click(start() as HTMLElement)
    expect(fakeApi.callsOf(changeOrder).map(({ body }) => body)).toEqual([{ status: 'preparing' }])
    await waitFor(() => expect(items()).toEqual([]))
  })

  it('open their card at the top, which counts as seeing them, and can be started early', async () => {
    const order = later(2, 35, { seenAt: null })
    const { t, user, item, cards, name } = board([order, sampleOrder({ id: 1, createdAt: at(-2), seenAt: at(-1) })])
    expect(item(2).textContent).toContain(t('orders.new'))
    fakeApi.answers(seeOrder, { ...order, seenAt: at(0), version: 2 })
    await user.click(item(2))
    expect(cards()).toEqual([2, 1].map(name))
    await waitFor(() => expect(item(2).textContent).not.toContain(t('orders.new')))
    fakeApi.answers(changeOrder, { ...order, status: 'preparing', seenAt: at(0), version: 3 })
    const card = within(screen.getByRole('article', { name: name(2) }))
    expect(card.queryByText(t('orders.justNow'))).toBeNull()
    await user.click(card.getByRole('button', { name: t('orders.moveOn.preparing') }))
    await waitFor(() => expect(cards()).toEqual([name(1)]))
    expect(fakeApi.callsOf(seeOrder)).toHaveLength(1)
  })

  it('get another time, a full one too, and it can be undone', async () => {
    const order = later(2, 35, { version: 4, asap: true })
    const { t, user, item } = board([order])
    await user.click(item(2))
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
    const { t, user, item } = board([later(2, 35)])
    await user.click(item(2))
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
    const { t, user, item } = board([later(2, 35)])
    await user.click(item(2))
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
