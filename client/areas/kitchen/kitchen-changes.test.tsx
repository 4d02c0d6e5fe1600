import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Order, setLineDone } from '#shared/contracts/orders.ts'
import { getSettings } from '#shared/contracts/settings.ts'
import { queryClient } from '../../lib/api/query.ts'
import { refetch, resetBoard, showList } from '../../testing/board.ts'
import { act, fakeApi, render, SETTINGS, screen, waitFor, within } from '../../testing/render.tsx'
import {
  line,
  NOW,
  openKitchen,
  order,
  STATIONS,
  ticks,
  versionOf,
  withDone,
  withScreenOf,
} from './kitchen.fixture.tsx'

beforeEach(() => {
  resetBoard()
  withScreenOf(1900)
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('the kitchen screen, when others change what it shows', () => {
  const open = (...orders: Order[]) => openKitchen(orders, { language: 'en' })
  /** An order of two lines, 11 and 12. */
  const first = order(1, [line(11, 'Mici'), line(12, 'Sarmale')])

  it.each([
    ['order_closed', 'closed'],
    ['forbidden', 'Not your duty'],
    ['no answer', 'noAnswer'],
  ] as const)('says why a tap counts for nothing (%s), and fetches the true state', async (code, message) => {
    const { card, user, t, name } = open(first)
    if (code === 'no answer') fakeApi.isOutOfReach(setLineDone)
    else fakeApi.refuses(setLineDone, code === 'forbidden' ? 403 : 409, { code, message })
    await user.click(card(1).getByRole('button', { name: /Mici/ }))
    await screen.findByText(t('kitchen.failed.done'))
    const why = message === 'closed' || message === 'noAnswer' ? t(`kitchen.failed.${message}`) : message
    expect((await screen.findAllByText(`${name(1)}: Mici. ${why}`)).length).toBeGreaterThan(0)
    expect(card(1).getByRole('button', { name: /Mici/ }).getAttribute('aria-pressed')).toBe('false')
    expect(refetch).toHaveBeenCalled()
  })

  it('keeps its own ticks when an answer to a page comes that was left', async () => {
    const left = open(first)
    const mici = () => within(screen.getByRole('article')).getByRole('button', { name: /Mici/ })
    const releaseOld = fakeApi.holds(setLineDone, { ...first, version: 2 })
    await left.user.click(mici())
    left.unmount()
    resetBoard()
    const { user } = open(first)
    expect(mici().getAttribute('aria-pressed')).toBe('false')
    const release = fakeApi.holds(setLineDone, withDone(first, 3, 11))
    await user.click(mici())
    releaseOld()
    await waitFor(() => expect(versionOf(1)).toBe(2))
    expect(mici().getAttribute('aria-pressed')).toBe('true')
    release()
    await waitFor(() => expect(versionOf(1)).toBe(3))
    expect(mici().getAttribute('aria-pressed')).toBe('true')
    expect(ticks()).toHaveLength(2)
  })

  it('reports no failed tap on another page, and does not fetch for it', async () => {
    const left = open(first)
    fakeApi.holds(setLineDone, order(1, []))
    await left.user.click(left.card(1).getByRole('button', { name: /Mici/ }))
    await waitFor(() => expect(ticks()).toHaveLength(1))
    left.unmount()
    resetBoard()
    render(<p>Another page</p>)
    fakeApi.endHeld()
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(screen.queryByText(left.t('kitchen.failed.done'))).toBeNull()
    expect(refetch).not.toHaveBeenCalled()
  })

  it('keeps its cards, the focus and a tick in progress when the orders are fetched again', async () => {
    const orders = [1, 2].map((id) => order(id, [line(id * 10, 'Mici'), line(id * 10 + 1, 'Sarmale')]))
    const [first] = orders as [Order]
    const { card, user } = open(...orders)
    const release = fakeApi.holds(setLineDone, withDone(first, 2, 10))
    const mici = card(1).getByRole('button', { name: /Mici/ })
    const shown = screen.getAllByRole('article')
    await user.click(mici)
    expect(document.activeElement).toBe(mici)
    const fetchAgain = () => showList(orders)
    fetchAgain()
    expect(screen.getAllByRole('article')).toEqual(shown)
    expect(mici.getAttribute('aria-pressed')).toBe('true')
    release()
    await waitFor(() => expect(versionOf(1)).toBe(2))
    // A list that was requested before the tick is older than its answer.
    fetchAgain()
    expect(screen.getAllByRole('article')).toEqual(shown)
    expect(document.activeElement).toBe(mici)
    expect(mici.getAttribute('aria-pressed')).toBe('true')
  })

  it('places a card anew when the one above it grows', async () => {
    const first = order(1, [line(11, 'Mici')])
    const { name, receive } = open(first, order(2, [line(21, 'Sarmale')]))
    const top = () => screen.getByRole('article', { name: name(2) }).parentElement?.style.top
    // Head, line and button of 60 px, the border, and the gap.
    await waitFor(() => expect(top()).toBe('194px'))
    receive({ ...first, version: 2, items: [line(11, 'Mici'), line(12, 'Ciorbă')] })
    await waitFor(() => expect(top()).toBe('254px'))
  })

  it('leads to the other orders from below the dishes to make, which takes no height from the cards', () => {
    withScreenOf(1000)
    // Head, lines and button of 60 px, and the border: 842 of the 900 px of a column.
    const lines = (id: number) => Array.from({ length: 12 }, (_, index) => line(id * 100 + index, 'Mici'))
    const { cardNames, name, sidebar, t } = open(...[1, 2, 3, 4, 5].map((id) => order(id, lines(id))))
    expect(cardNames()).toEqual([1, 2, 3, 4].map(name))
    expect(sidebar().getByRole('button', { name: t('kitchen.moreName', { count: 2 }) })).toBeDefined()
  })

  it('goes to an order out of sight when its key is pressed', async () => {
    withScreenOf(366)
    const lines = (id: number) => Array.from({ length: 11 }, (_, index) => line(id * 100 + index, `Fel ${id}`))
    const { cardNames, name, user } = open(...[1, 2, 3, 4].map((id) => order(id, lines(id))))
    expect(cardNames()).not.toContain(name(4))
    await user.keyboard('4')
    expect(document.activeElement?.textContent).toBe('2Fel 4')
  })

  it('names a dish in a report as its card does, in the reader’s language', async () => {
    const { card, user, t } = open(order(1, [line(11, 'Mici', { name: 'Rolls', nameRo: 'Mici' })]))
    const other = 'ro'
    act(() => void queryClient.setQueryData([getSettings.path], { ...SETTINGS, language: other, stations: STATIONS }))
    fakeApi.refuses(setLineDone, 409, { code: 'last_line', message: 'gone' })
    const shown = 'Rolls'
    await waitFor(() => card(1).getByRole('button', { name: new RegExp(shown) }))
    await user.click(card(1).getByRole('button', { name: new RegExp(shown) }))
    await screen.findByText(t('kitchen.failed.done'))
    expect((await screen.findAllByText(new RegExp(`: ${shown}\\. gone`))).length).toBeGreaterThan(0)
  })

  it('says why a line of a delivered order can no longer be taken back, and sends nothing', async () => {
    const open = order(1, [line(11, 'Mici')])
    const { card, receive, user, t } = openKitchen([open], { language: 'en' })
    receive({ ...open, version: 2, status: 'delivered', items: [line(11, 'Mici', { doneAt: NOW })] })
    expect(card(1).getByText(t('kitchen.ended.delivered'))).toBeDefined()
    await user.click(card(1).getByRole('button', { name: /Mici/ }))
    expect(await screen.findByText(t('kitchen.failed.undone'))).toBeDefined()
    expect((await screen.findAllByText(new RegExp(t('kitchen.failed.closed')))).length).toBeGreaterThan(0)
    expect(ticks()).toEqual([])
  })

  it('shows what another cook ticks at the same moment, and sends each tap once', async () => {
    const { card, receive, user } = open(first)
    const done = withDone(first, 2, 11)
    const release = fakeApi.holds(setLineDone, done)
    const mici = () => card(1).getByRole('button', { name: /Mici/ })
    await user.click(mici())
    receive(done)
    release()
    await waitFor(() => expect(versionOf(1)).toBe(2))
    expect(mici().getAttribute('aria-pressed')).toBe('true')
    expect(ticks()).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('does not take back what another cook ticked just before the tap', async () => {
    const { card, receive, user } = open(first)
    const done = withDone(first, 2, 11)
    receive(done)
    const mici = () => card(1).getByRole('button', { name: /Mici/ })
    await user.click(mici())
    expect(ticks()).toEqual([])
    expect(mici().getAttribute('aria-pressed')).toBe('true')
    // Later, a tap takes it back.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
    fakeApi.answers(setLineDone, { ...first, version: 3 })
    mici().focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(ticks()).toEqual([['/api/orders/1/items/11/done', false]]))
  })

  it('follows thresholds that change while it is open', async () => {
    const { card, t } = open(order(1, [line(11, 'Mici')], { createdAt: ago(6) }))
    expect(card(1).queryByText(t('kitchen.late'))).toBeNull()
    const settings = { ...SETTINGS, language: 'en', stations: STATIONS, kitchenMinutes: [2, 5] as [number, number] }
    act(() => void queryClient.setQueryData([getSettings.path], settings))
    await waitFor(() => card(1).getByText(t('kitchen.late')))
    expect(screen.getByText(t('kitchen.lateCount', { count: 1 }))).toBeDefined()
  })

  it('says for whom a line is, unless that is only its table', () => {
    const { card, name, receive } = open(
      order(1, [line(11, 'Mici', { guestName: 'seat 2' }), line(12, 'Sarmale', { guestName: 'Masa 1' })]),
    )
    expect(card(1).getByRole('button', { name: /Mici seat 2/ })).toBeDefined()
    expect(card(1).getByRole('button', { name: /Sarmale$/ })).toBeDefined()
    const struck = line(11, 'Mici', { guestName: 'seat 2', quantity: 0, removedQuantity: 2 })
    receive(order(1, [struck, line(12, 'Sarmale', { guestName: name(1) })], { version: 2 }))
    expect(card(1).getByText('seat 2')).toBeDefined()
    expect(card(1).getByRole('button', { name: /Sarmale$/ })).toBeDefined()
  })

  it('neither counts nor calls back what was delivered; calls back no order that is half cooked', () => {
    const half = [line(1, 'Mici', { doneAt: NOW }), line(2, 'Sarmale')]
    const { t } = open(
      order(1, [line(3, 'Mici', { doneAt: NOW })], { status: 'delivered' }),
      order(2, [line(4, 'Mici')], { status: 'delivered' }),
      order(3, half, { status: 'preparing' }),
    )
    const [kitchen] = STATIONS.map(({ name }) => name)
    expect(screen.getByRole('button', { name: t('kitchen.stationCount', { name: kitchen, count: 1 }) })).toBeDefined()
    expect(screen.queryByRole('button', { name: t('kitchen.recall.openCount', { count: 0 }) })).toBeNull()
  })

  it.each([
    ['a new order', 0],
    ['one that is late, too,', 30],
  ])('offers to mark %s as seen until it is cancelled', (_, minutes) => {
    const first = order(1, [line(11, 'Mici')], { seenAt: null, createdAt: ago(minutes) })
    const { card, receive, t } = open(first)
    expect(card(1).getByText(t('kitchen.seen'))).toBeDefined()
    receive({ ...first, version: 2, status: 'cancelled' })
    expect(card(1).queryByRole('button', { name: t('kitchen.markSeen', { name: '#1' }) })).toBeNull()
  })

  it('offers the dishes to make as a sheet where there is no room for the sidebar', async () => {
    withScreenOf(366)
    const orders = [order(1, [line(11, 'Mici')]), order(2, [line(21, 'Mici', { quantity: 3 })])]
    const { user, t, card } = open(...orders)
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(await screen.findByRole('button', { name: t('kitchen.sidebar.openCount', { count: 5 }) }))
    const sheet = within(await screen.findByRole('dialog', { name: t('kitchen.sidebar.title') }))
    await user.click(sheet.getByRole('button', { name: '5 Mici' }))
    fakeApi.answers(setLineDone, orders[0] as never)
    await user.click(sheet.getByRole('button', { name: t('kitchen.sidebar.allDone') }))
    await waitFor(() =>
      expect(ticks().map(([path]) => path)).toEqual(['/api/orders/1/items/11/done', '/api/orders/2/items/21/done']),
    )
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(card(1)).toBeDefined()
  })

  it('forgets a chosen dish of which nothing is left, so that a new order of it is not outlined', async () => {
    const { sidebar, receive, user } = open(first)
    const pressed = () => sidebar().queryByRole('button', { pressed: true })?.textContent
    await user.click(sidebar().getByRole('button', { name: /Mici/ }))
    expect(pressed()).toBe('2Mici')
    receive(withDone(first, 2, 12))
    receive({ ...first, version: 3 })
    expect(pressed()).toBe('2Mici')
    receive(withDone(first, 4, 11))
    receive({ ...first, version: 5 })
    expect(sidebar().getByRole('button', { name: /Mici/ })).toBeDefined()
    expect(pressed()).toBeUndefined()
  })

  it('obeys its keys also after a button of the head was pressed, but not while a dialog is open', async () => {
    const done = order(2, [line(21, 'Sarmale', { doneAt: NOW })], { status: 'ready' })
    const { user, t } = open(order(1, [line(11, 'Mici')]), done)
    const sound = screen.getByRole('button', { name: t('sound.name') })
    sound.focus()
    await user.keyboard('1')
    expect(document.activeElement?.textContent).toBe('2Mici')
    await user.click(screen.getByRole('button', { name: t('kitchen.recall.openCount', { count: 1 }) }))
    await screen.findByRole('dialog')
    await user.keyboard('1')
    expect(document.activeElement?.textContent).not.toBe('2Mici')
    await user.keyboard('{Escape}')
  })
})
