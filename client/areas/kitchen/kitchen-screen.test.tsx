import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { setSoldOut } from '#shared/contracts/menu/menu-editing.ts'
import { type Order, setLineDone } from '#shared/contracts/orders.ts'
import { passTurn, refetch, resetBoard, showList } from '../../testing/board.ts'
import { act, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleTicket } from '../../testing/samples.ts'
import { receiveOrder } from '../orders/index.ts'
import {
  frames,
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
import { KitchenScreen } from './kitchen-screen.tsx'

beforeEach(() => {
  resetBoard()
  withScreenOf(1900)
})

describe('the kitchen screen', () => {
  const open = (orders: Order[]) => openKitchen(orders, { language: 'en' })

  it('shows the oldest order first, and says that nothing is to be cooked', async () => {
    const { cardNames, name, t, receive } = await open([
      order(3, [line(31, 'Mici')]),
      order(2, [line(21, 'Sarmale')], { createdAt: '2026-11-20T10:00:00.000Z' }),
      order(4, [line(41, 'Bere', { stationId: 2 })]),
    ])
    expect(cardNames()).toEqual([name(2), name(3)])
    for (const [id, lineId] of [
      [3, 31],
      [2, 21],
    ] as const)
      receive(order(id, [line(lineId, 'x', { doneAt: NOW })], { version: 2, status: 'ready' }))
    expect(screen.getByText(t('kitchen.empty'))).toBeDefined()
  })

  it('shows below the cards in sight the heads of the next orders, which say if they are late', async () => {
    withScreenOf(1024)
    const ago = (id: number) => new Date(Date.parse(NOW) - (id <= 10 ? 60 * 60_000 : 0) + id * 1000).toISOString()
    const ids = Array.from({ length: 14 }, (_, i) => i + 1)
    const { cardNames, name, t } = await open(
      ids.map((id) => order(id, [line(id * 10, 'Mici'), line(id * 10 + 1, 'Sarmale')], { createdAt: ago(id) })),
    )
    expect(cardNames().slice(0, 9)).toEqual(ids.slice(0, 9).map(name))
    const heads = within(screen.getByRole('list', { name: t('kitchen.next') })).getAllByRole('button')
    expect(heads.map(({ textContent }) => textContent?.slice(0, name(10).length))).toEqual(ids.slice(9).map(name))
    expect(heads.map(({ textContent }) => textContent?.includes(t('kitchen.late')))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('leads to the rest of an order that goes on out of sight, and back to its beginning', async () => {
    withScreenOf(1024)
    const { name, t } = await open([
      order(
        1,
        Array.from({ length: 40 }, (_, i) => line(10 + i, `Dish ${i}`)),
      ),
    ])
    expect(screen.getAllByRole('article', { name: new RegExp(`^${name(1)}`) })).toHaveLength(4)
    expect(screen.getByRole('button', { name: t('kitchen.moreName', { count: 1 }) })).toBeDefined()
    const viewport = screen.getByRole('region', { name: t('kitchen.orders') })
    viewport.scrollLeft = 2000
    act(() => void viewport.dispatchEvent(new Event('scroll')))
    expect(screen.getByRole('button', { name: t('kitchen.beforeName', { count: 1 }) })).toBeDefined()
    expect(screen.queryByRole('button', { name: t('kitchen.moreName', { count: 1 }) })).toBeNull()
  })

  it('shows the oldest again once an order in sight is done, but not when another one is', async () => {
    withScreenOf(1024)
    const orders = Array.from({ length: 60 }, (_, i) =>
      order(i + 1, [line(i * 10, 'Mici'), line(i * 10 + 1, 'Sarmale')], {
        createdAt: new Date(Date.parse(NOW) + i * 1000).toISOString(),
      }),
    )
    const { t, receive, cardNames, name } = open(orders)
    const viewport = screen.getByRole('region', { name: t('kitchen.orders') })
    const scrolled = vi.spyOn(viewport, 'scrollTo')
    viewport.scrollLeft = 1200
    act(() => void viewport.dispatchEvent(new Event('scroll')))
    const done = (id: number) => {
      const one = orders[id - 1] as Order
      receive({ ...one, version: 2, status: 'ready', items: one.items.map((item) => ({ ...item, doneAt: NOW })) })
    }
    done(60)
    expect(scrolled).not.toHaveBeenCalled()
    const names = cardNames()
    const inSight = names[Math.floor(names.length / 2)]
    done(orders.find(({ id }) => name(id) === inSight)?.id ?? 0)
    expect(scrolled).toHaveBeenCalledWith(expect.objectContaining({ left: 0 }))
  })

  describe('an order for later', () => {
    const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()
    const later = order(7, [line(71, 'Mici', { notes: 'fără muștar' }), line(72, 'Bere', { stationId: 2 })], {
      ...{ diningOption: 'takeaway', tableNumber: null, createdAt: at(-60), seenAt: at(-59) },
      ...{ startAt: at(30), pickupAt: at(55) },
    })
    afterEach(() => void vi.useRealTimers())
    const passTo = (minutes: number) => {
      vi.setSystemTime(at(minutes))
      passTurn()
    }
    const openAt = (...orders: Order[]) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
      return open(orders)
    }

    it('is a count in the head that opens a list, and is not cooked before its start', async () => {
      const { cardNames, name, sidebar, t, user } = openAt(later, order(1, [line(11, 'Sarmale')]))
      expect(cardNames()).toEqual([name(1)])
      expect(sidebar().queryByText('Mici')).toBeNull()
      const [kitchen] = STATIONS.map((one) => one.name)
      expect(screen.getByRole('button', { name: t('kitchen.stationCount', { name: kitchen, count: 1 }) })).toBeDefined()
      await user.click(screen.getByRole('button', { name: t('kitchen.laterCount', { count: 1 }) }))
      const list = within(await screen.findByRole('dialog', { name: t('kitchen.later') }))
      expect(list.getByText('#7')).toBeDefined()
      expect(list.getByText('fără muștar')).toBeDefined()
      expect(list.queryByText('Bere')).toBeNull()
    })

    it('comes at its start, with its time and a clock from then; or when it is started early', async () => {
      const { cardNames, receive, t } = openAt(later)
      passTo(30)
      expect(cardNames()).toEqual(['#7'])
      expect(screen.queryByRole('button', { name: t('kitchen.laterCount', { count: 1 }) })).toBeNull()
      const card = within(screen.getByRole('article'))
      expect(card.getByText(/^\d\d:\d\d$/, { selector: 'p' })).toBeDefined()
      expect(card.getByText(t('orders.justNow'))).toBeDefined()
      expect(card.getByText(t('kitchen.seen'))).toBeDefined()
      passTo(0)
      expect(cardNames()).toEqual([])
      receive({ ...later, version: 2, status: 'preparing' })
      expect(cardNames()).toEqual(['#7'])
    })

    it('shows what is taken off it once it was in sight', () => {
      const { cardNames, receive, t } = openAt(later)
      passTo(30)
      expect(cardNames()).toEqual(['#7'])
      receive({ ...later, version: 2, items: [line(71, 'Mici', { quantity: 1, removedQuantity: 1 })] })
      expect(screen.getByText(t('kitchen.takenOff'))).toBeDefined()
    })

    it('leaves nothing behind if it is cancelled, or loses dishes, before its start', () => {
      const { cardNames, receive, t } = openAt(later)
      const without = line(71, 'Mici', { quantity: 1, removedQuantity: 1 })
      receive({ ...later, version: 2, items: [without] })
      passTo(30)
      expect(cardNames()).toEqual(['#7'])
      expect(screen.queryByText(t('kitchen.takenOff'))).toBeNull()
      passTo(0)
      receive({ ...order(8, [line(81, 'Mici')]), ...later, id: 8, status: 'pending' })
      receive({ ...later, id: 8, status: 'cancelled', version: 2 })
      expect(cardNames()).toEqual([])
    })
  })

  it('marks an allergy, and shows each note whole', async () => {
    const { card, t } = await open([
      order(1, [line(11, 'Mici', { notes: 'fără muștar' }), line(12, 'Salată', { notes: 'alergie la nuci' })]),
      order(2, [line(21, 'Mici')], { notes: 'allergic to milk' }),
    ])
    expect(card(1).getAllByRole('img', { name: t('kitchen.allergy') })).toHaveLength(1)
    expect(card(1).getByText(t('kitchen.quoted', { note: 'fără muștar' }))).toBeDefined()
    expect(card(2).getByRole('img', { name: t('kitchen.allergy') })).toBeDefined()
  })

  it('ticks a line at once and corrects it by the response; the card leaves with its last line', async () => {
    const first = order(1, [line(11, 'Mici'), line(12, 'Sarmale')])
    const { card, cardNames, user } = await open([first])
    const release = fakeApi.holds(setLineDone, withDone(first, 2, 11))
    const button = () => card(1).getByRole('button', { name: /Mici/ })
    await user.click(button())
    expect(button().getAttribute('aria-pressed')).toBe('true')
    release()
    await waitFor(() => expect(versionOf(1)).toBe(2))
    fakeApi.answers(setLineDone, { ...withDone(first, 3, 11, 12), status: 'ready' })
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(cardNames()).toEqual([]))
    expect(ticks()).toEqual([
      ['/api/orders/1/items/11/done', true],
      ['/api/orders/1/items/12/done', true],
    ])
  })

  it('sends two changes of one line one after another, and ends as the last tap wants', async () => {
    const first = order(1, [line(11, 'Mici'), line(12, 'Sarmale')])
    const { card, user } = await open([first])
    const release = fakeApi.holds(setLineDone, { ...first, version: 2 })
    card(1).getByRole('button', { name: /Mici/ }).focus()
    await user.keyboard('{Enter}')
    card(1).getByRole('button', { name: /Mici/ }).focus()
    await user.keyboard('{Enter}')
    expect(ticks()).toHaveLength(1)
    release()
    await waitFor(() => expect(ticks().map(([, done]) => done)).toEqual([true, false]))
    expect(card(1).getByRole('button', { name: /Mici/ }).getAttribute('aria-pressed')).toBe('false')
  })

  it('ticks the rest, and reports in one message what failed, with the true state', async () => {
    const first = order(1, [line(11, 'Mici', { doneAt: NOW }), line(12, 'Sarmale'), line(13, 'Ciorbă')])
    const { card, cardNames, user, t, name } = await open([first])
    fakeApi.refuses(setLineDone, 409, { code: 'order_closed', message: 'closed' })
    await user.click(card(1).getByRole('button', { name: t('kitchen.restDoneOf', { name: name(1) }) }))
    await screen.findByText(t('kitchen.failed.done'))
    const report = new RegExp(`Sarmale.*Ciorbă.*${t('kitchen.failed.closed')}`)
    expect((await screen.findAllByText(report)).length).toBeGreaterThan(0)
    expect(ticks()).toHaveLength(2)
    expect(cardNames()).toEqual([name(1)])
    expect(refetch).toHaveBeenCalled()
  })

  it('keeps what was taken off struck through until it is seen, also over a reload', async () => {
    const first = order(1, [line(11, 'Mici'), line(12, 'Sarmale')])
    const { receive, unmount } = await open([first])
    const slip = sampleTicket({ id: 2, kind: 'removal', at: NOW, itemId: 11, quantity: 2 })
    const less = {
      ...first,
      version: 2,
      items: [line(11, 'Mici', { quantity: 0, removedQuantity: 2 }), line(12, 'Sarmale')],
      tickets: [{ ...slip, user: 'ioana' }],
    }
    receive(less)
    expect(screen.getByText(/ioana/)).toBeDefined()
    unmount()
    resetBoard()
    const { card, user, t } = await open([less])
    expect(card(1).getByText('Mici')).toBeDefined()
    expect(screen.getByText(t('kitchen.toSee', { count: 1 }))).toBeDefined()
    const seen = card(1).getByRole<HTMLButtonElement>('button', { name: t('kitchen.seenOf', { what: '2 Mici' }) })
    // A tap that was meant for the line.
    await user.click(seen)
    expect(card(1).getByText('Mici')).toBeDefined()
    await waitFor(() => expect(seen.disabled).toBe(false))
    await user.click(seen)
    expect(card(1).queryByText('Mici')).toBeNull()
    expect(screen.queryByText(t('kitchen.toSee', { count: 1 }))).toBeNull()
  })

  it('keeps a cancelled order and a move until they are seen', async () => {
    const [first, second] = [order(1, [line(11, 'Mici')]), order(2, [line(21, 'Sarmale')])]
    const { card, cardNames, receive, user, t, name } = await open([first, second])
    receive({ ...first, version: 2, status: 'cancelled' })
    receive({ ...second, version: 2, tableNumber: 9, movedFrom: 2 })
    const now = t('kitchen.nowAt', { place: name(9) })
    expect(card(9).getByText(name(2))).toBeDefined()
    const see = async (id: number, what: string) => {
      const seen = card(id).getByRole<HTMLButtonElement>('button', { name: t('kitchen.seenOf', { what }) })
      await waitFor(() => expect(seen.disabled).toBe(false))
      await user.click(seen)
    }
    await see(9, now)
    expect(card(9).queryByText(name(2))).toBeNull()
    await see(1, t('orders.status.cancelled'))
    expect(cardNames()).toEqual([name(9)])
  })

  it('calls back what was finished in the last half hour', async () => {
    const done = order(1, [line(11, 'Mici', { doneAt: NOW }), line(12, 'Sarmale', { doneAt: NOW })], {
      status: 'ready',
    })
    const old = order(2, [line(21, 'Ciorbă', { doneAt: '2026-11-20T10:00:00.000Z' })], { status: 'ready' })
    const { cardNames, user, t, name } = await open([done, old])
    expect(cardNames()).toEqual([])
    await user.click(screen.getByRole('button', { name: t('kitchen.recall.openCount', { count: 1 }) }))
    fakeApi.answers(setLineDone, { ...withDone(done, 2, 12), status: 'preparing' })
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Mici/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(cardNames()).toEqual([name(1)]))
    expect(ticks()).toEqual([['/api/orders/1/items/11/done', false]])
  })

  it('sums the dishes to make; a chosen one is ticked on all cards, or sold out after one question', async () => {
    fakeApi.answers(getMenu, [])
    const orders = [
      order(1, [line(11, 'Mici'), line(12, 'Bere', { stationId: 2 })]),
      order(2, [line(21, 'Mici', { quantity: 3 }), line(22, 'Sarmale')]),
    ]
    const { sidebar, user, t } = await open(orders)
    expect(
      sidebar()
        .getAllByRole('listitem')
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual(['5Mici', '2Sarmale'])
    await user.click(sidebar().getByRole('button', { name: /Mici/ }))
    fakeApi.answers(setSoldOut, { soldOutUntil: NOW, heldBy: [] } as never)
    await user.click(sidebar().getByRole('button', { name: t('orders.soldOut.mark') }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: t('orders.soldOut.mark') }),
    )
    await waitFor(() => expect(fakeApi.callsOf(setSoldOut).map(({ body }) => body)).toEqual([{ soldOut: true }]))
    fakeApi.answers(setLineDone, orders[0] as Order)
    await user.click(sidebar().getByRole('button', { name: t('kitchen.sidebar.allDone') }))
    await waitFor(() =>
      expect(ticks().map(([path]) => path)).toEqual(['/api/orders/1/items/11/done', '/api/orders/2/items/21/done']),
    )
  })

  it('can be used by keys: digits and arrows choose, Enter ticks and goes on, Space ticks the rest', async () => {
    const orders = [
      order(1, [line(11, 'Mici'), line(12, 'Sarmale'), line(13, 'Ciorbă')]),
      order(2, [line(21, 'Papanași')]),
    ]
    const { user } = await open(orders)
    fakeApi.holds(setLineDone, orders[0] as Order)
    const focused = () => document.activeElement?.textContent
    await user.keyboard('1')
    expect(focused()).toBe('2Mici')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('2Sarmale')
    await user.keyboard('{Enter}')
    expect(focused()).toBe('2Ciorbă')
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('2Papanași')
    await user.keyboard('1 ')
    expect(ticks().map(([path]) => path)).toEqual([12, 11, 13].map((id) => `/api/orders/1/items/${id}/done`))
    await user.keyboard('9')
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })

  it('shows the chosen stations, kept on the device; a removed one falls back to the first', async () => {
    const orders = [order(1, [line(11, 'Mici')]), order(2, [line(21, 'Bere', { stationId: 2 })])]
    const { cardNames, user, t, name, unmount } = await open(orders)
    const tab = (bar: boolean, count: number) => {
      const station = STATIONS[bar ? 1 : 0] as (typeof STATIONS)[number]
      return screen.getByRole('button', {
        name: t('kitchen.stationCount', { name: station.name, count }),
      })
    }
    await user.click(tab(true, 1))
    expect(cardNames()).toEqual([name(1), name(2)])
    await user.click(tab(false, 1))
    await user.click(tab(true, 1))
    expect(cardNames()).toEqual([name(2)])
    unmount()
    resetBoard()
    render(<KitchenScreen menu={null} />, { settings: { language: 'en', stations: STATIONS.slice(0, 1) } })
    showList(orders)
    // The lines of a removed station are the first one's.
    expect(cardNames()).toEqual([name(1), name(2)])
    expect(screen.queryByRole('group', { name: t('kitchen.stations') })).toBeNull()
  })

  it('shows what a tap changes on its card before what it changes in the list of dishes', async () => {
    const first = order(1, [line(11, 'Mici'), line(12, 'Sarmale')])
    fakeApi.holds(setLineDone, first)
    const { user, card, sidebar } = await open([first])
    const mici = () => card(1).getByRole('button', { name: /Mici/ })
    frames.held = []
    await user.click(mici())
    expect(mici().getAttribute('aria-pressed')).toBe('true')
    expect(sidebar().getByText('Mici')).toBeDefined()
    act(() => frames.held?.forEach((then) => void then()))
    frames.held = undefined
    expect(sidebar().queryByText('Mici')).toBeNull()
  })

  it('commits a tick once before what it counts and once with its response, without reading a height', async () => {
    let commits = 0
    const { t } = render(
      <Profiler
        id="kitchen"
        onRender={() => {
          commits += 1
        }}
      >
        <KitchenScreen menu={null} />
      </Profiler>,
      { language: 'en', settings: { stations: STATIONS } },
    )
    const orders = [1, 2, 3].map((id) => order(id, [line(id * 10, 'Mici'), line(id * 10 + 1, 'Sarmale')]))
    const read = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    showList(orders)
    // What waits for a touch has come.
    await act(async () => {
      dispatchEvent(new KeyboardEvent('keydown'))
      dispatchEvent(new Event('click'))
      await new Promise((resolve) => setTimeout(resolve))
    })
    const parts = document.querySelectorAll('[data-part]').length
    expect([parts, read.mock.contexts.filter((part) => (part as HTMLElement).dataset.part).length]).toEqual([12, 12])
    const mici = (number: number) =>
      within(screen.getByRole('article', { name: t('common.table', { number }) })).getByRole('button', { name: /Mici/ })
    /** Runs this, and what follows the frame. @returns the commits of both */
    const commitsOf = async (change: () => unknown) => {
      frames.held = []
      commits = 0
      await act(async () => void (await change()))
      const atOnce = commits
      act(() => frames.held?.forEach((then) => void then()))
      frames.held = undefined
      return [atOnce, commits - atOnce]
    }
    read.mockClear()
    for (const isToldFirst of [true, false]) {
      const id = isToldFirst ? 1 : 2
      const done = withDone(orders[id - 1] as Order, 2, id * 10)
      const release = fakeApi.holds(setLineDone, done)
      expect(await commitsOf(() => mici(id).click())).toEqual([1, 1])
      // The live channel and the response bring the same copy, in any sequence.
      if (isToldFirst) expect(await commitsOf(() => receiveOrder(done))).toEqual([1, 1])
      expect(await commitsOf(release)).toEqual([1, 1])
      expect(await commitsOf(() => receiveOrder(done))).toEqual([0, 0])
    }
    expect(read).not.toHaveBeenCalled()
  })

  it('draws a card of two dishes with few elements', async () => {
    await open([order(1, [line(11, 'Mici'), line(12, 'Sarmale')])])
    expect(screen.getByRole('article').querySelectorAll('*').length).toBeLessThanOrEqual(31)
  })

  it('renders only the card whose order has changed', async () => {
    const reads = new Map<number, number>()
    const counted = (one: Order): Order =>
      Object.defineProperty(one, 'notes', {
        enumerable: true,
        get() {
          reads.set(one.id, (reads.get(one.id) ?? 0) + 1)
          return null
        },
      })
    const orders = [1, 2, 3, 4].map((id) => counted(order(id, [line(id * 10, 'Mici'), line(id * 10 + 1, 'Sarmale')])))
    const { receive, cardNames, name } = await open(orders)
    reads.clear()
    receive(counted(withDone(orders[1] as Order, 2, 20)))
    expect([...reads.keys()]).toEqual([2])
    reads.clear()
    // The first card leaves, and all others move.
    receive({ ...withDone(order(1, [line(10, 'Mici'), line(11, 'Sarmale')]), 2, 10, 11), status: 'ready' })
    expect(cardNames()).toEqual([name(2), name(3), name(4)])
    expect([...reads.keys()]).toEqual([])
  })
})
