import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimPrint, type Order, recordPrint } from '#shared/contracts/orders.ts'
import { line } from '#shared/domain/printing/columns.ts'
import * as log from '../../lib/browser/environment.ts'
import { withPopup, withPrinter } from '../../testing/fake-printer.ts'
import { act, fakeApi, render, SETTINGS, screen } from '../../testing/render.tsx'
import { sampleOrder, sampleTicket } from '../../testing/samples.ts'
import { currentToasts } from '../../ui/toast/store.ts'
import { AutomaticPrinter, RunningPrinter } from './automatic-printer.tsx'
import { printOnDevice } from './print-document.ts'
import { usePrints } from './print-order.ts'
import { PrinterButton } from './printer-button.tsx'
import { setThisDevice, useThisDevice } from './this-device.tsx'

beforeEach(() => void vi.spyOn(log, 'logProblem').mockImplementation(() => {}))

const NOW = '2026-11-20T17:45:00.000Z'
const EARLIER = '2026-11-20T16:45:00.000Z'
const CLAIM = { ticketId: 1, until: '2026-11-20T17:46:00.000Z' }

/** An order with an unprinted kitchen ticket. */
const orderWithTicket = (id: number, fields: Partial<Order> = {}): Order =>
  sampleOrder({ id, tickets: [sampleTicket({ at: NOW })], ...fields })

beforeAll(() => RunningPrinter.prefetch())
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) })
  fakeApi.answers(claimPrint, CLAIM)
  fakeApi.answers(recordPrint, orderWithTicket(1))
})
afterEach(() => {
  setThisDevice({ byItself: false, isSilent: false, stations: null, leftUntil: '' })
  usePrints.setState({ failed: new Set() })
})

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const claims = () => fakeApi.callsOf(claimPrint).map(({ path, body }) => ({ path, body }))
const recorded = () => fakeApi.callsOf(recordPrint).map(({ path }) => path)
const numbers = (paper: string) => paper.match(/#\d+/g) ?? []

describe('a device that prints by itself', () => {
  const renderPrinting = async (orders: readonly Order[], language: 'en' | 'ro' = 'en') => {
    setThisDevice({ byItself: true })
    const settings = { ...SETTINGS, language }
    const view = render(<AutomaticPrinter orders={orders} settings={settings} />, { language })
    await advance(0)
    return {
      ...view,
      setOrders: async (next: readonly Order[]) => {
        view.rerender(<AutomaticPrinter orders={next} settings={settings} />)
        await advance(0)
      },
    }
  }

  it('claims each ticket, prints it once, and records that', async () => {
    const printer = withPrinter()
    const { setOrders } = await renderPrinting([orderWithTicket(5)])
    expect(claims()).toEqual([{ path: '/api/orders/5/print-claim', body: { ticketId: 1 } }])
    expect(numbers(printer.paper)).toEqual(['#5'])
    expect(recorded()).toEqual(['/api/orders/5/prints'])
    await setOrders([orderWithTicket(6), orderWithTicket(5, { version: 9 })])
    await advance(120_000)
    expect(numbers(printer.paper)).toEqual(['#5', '#6'])
    expect(recorded()).toEqual(['/api/orders/5/prints', '/api/orders/6/prints'])
  })

  it('prints nothing while switched off, or without a printer', async () => {
    const printer = withPrinter()
    render(<AutomaticPrinter orders={[orderWithTicket(5)]} settings={SETTINGS} />)
    await advance(60_000)
    expect(printer.paper).toBe('')
    vi.stubGlobal('InnerPrinter', undefined)
    await renderPrinting([orderWithTicket(5)])
    await advance(60_000)
    expect(claims()).toEqual([])
  })

  it('prints only tickets that are unprinted and still needed by the kitchen', async () => {
    withPrinter()
    await renderPrinting([
      orderWithTicket(1, { tickets: [sampleTicket({ at: NOW, printedAt: NOW })] }),
      orderWithTicket(2, { status: 'completed' }),
      orderWithTicket(3, { status: 'cancelled' }),
      orderWithTicket(4, { status: 'cancelled', tickets: [sampleTicket({ at: NOW, id: 2, kind: 'cancellation' })] }),
      orderWithTicket(5, { tickets: [sampleTicket({ at: NOW, id: 2, kind: 'cancellation' })] }),
    ])
    expect(claims()).toEqual([{ path: '/api/orders/4/print-claim', body: { ticketId: 2 } }])
  })

  describe('of an order for later', () => {
    const START = '2026-11-20T17:50:00.000Z'
    const later = (fields: Partial<Order> = {}) =>
      orderWithTicket(5, {
        ...{ createdAt: EARLIER, startAt: START, pickupAt: '2026-11-20T18:10:00.000Z' },
        tickets: [sampleTicket({ at: EARLIER })],
        ...fields,
      })

    it('prints the ticket at its start, with its time, and not before', async () => {
      const printer = withPrinter()
      const { setOrders } = await renderPrinting([later()])
      await advance(299_000)
      expect(claims()).toEqual([])
      vi.setSystemTime(START)
      await setOrders([later()])
      expect(claims()).toHaveLength(1)
      expect(printer.paper).toContain('PICKUP 20:10')
    })

    it('prints the ticket when it was started early', async () => {
      withPrinter()
      await renderPrinting([later({ status: 'preparing' })])
      expect(claims()).toHaveLength(1)
    })

    it('asks about a ticket ten minutes after the start, also if an older one was left', async () => {
      withPrinter()
      setThisDevice({ leftUntil: NOW })
      const { t } = await renderPrinting([later()])
      vi.setSystemTime('2026-11-20T18:00:01.000Z')
      await advance(30_000)
      expect(screen.getByText(t('printing.late.title', { count: 1 }))).toBeDefined()
    })

    it('prints no slip of a cancellation before the start, unless its ticket was printed', async () => {
      withPrinter()
      const slip = sampleTicket({ id: 2, kind: 'cancellation', at: NOW })
      const cancelled = (printedAt: string | null) =>
        later({ status: 'cancelled', tickets: [sampleTicket({ at: EARLIER, printedAt }), slip] })
      const { setOrders } = await renderPrinting([cancelled(null)])
      expect(claims()).toEqual([])
      await setOrders([cancelled(NOW)])
      expect(claims().map(({ body }) => body)).toEqual([{ ticketId: 2 }])
    })
  })

  it('prints only the tickets of its stations, and those of a removed one at the first', async () => {
    withPrinter()
    const stations = [1, 2].map((id) => ({ id, name: `S${id}`, nameRo: '' }))
    const at = (stationId: number | undefined, id: number) => sampleTicket({ at: NOW, id, stationId })
    const orders = [orderWithTicket(1, { tickets: [at(1, 1), at(2, 2), at(7, 3), at(undefined, 4)] })]
    const settings = { ...SETTINGS, stations }
    const ticketsOf = () => claims().map(({ body }) => body)
    setThisDevice({ byItself: true, stations: [2] })
    const { rerender } = render(<AutomaticPrinter orders={orders} settings={settings} />)
    await advance(0)
    expect(ticketsOf()).toEqual([{ ticketId: 2, stations: [2] }])
    act(() => setThisDevice({ stations: [1] }))
    rerender(<AutomaticPrinter orders={orders} settings={settings} />)
    await advance(0)
    expect(ticketsOf().slice(1)).toEqual([1, 3, 4].map((ticketId) => ({ ticketId, stations: [1] })))
  })

  it('asks only about late tickets of its stations', async () => {
    withPrinter()
    const stations = [1, 2].map((id) => ({ id, name: `S${id}`, nameRo: '' }))
    const late = (stationId: number) => sampleTicket({ at: EARLIER, id: stationId, stationId })
    setThisDevice({ byItself: true, stations: [2] })
    const order = orderWithTicket(1, { tickets: [late(1), late(2)] })
    const { t } = render(<AutomaticPrinter orders={[order]} settings={{ ...SETTINGS, stations }} />)
    await advance(0)
    expect(screen.getByText(t('printing.late.title', { count: 1 }))).toBeDefined()
  })

  it('never prints a ticket that another device has printed', async () => {
    const printer = withPrinter()
    fakeApi.refuses(claimPrint, 409, { code: 'printed' })
    await renderPrinting([orderWithTicket(5)])
    await advance(300_000)
    expect(claims()).toHaveLength(1)
    expect(printer.paper).toBe('')
  })

  it('does not print a ticket that another device has claimed, and retries a minute later', async () => {
    const printer = withPrinter()
    fakeApi.refuses(claimPrint, 409, { code: 'claimed' })
    await renderPrinting([orderWithTicket(5)])
    await advance(59_000)
    expect(claims()).toHaveLength(1)
    fakeApi.answers(claimPrint, CLAIM)
    await advance(1000)
    expect(numbers(printer.paper)).toEqual(['#5'])
  })

  it('does not print if the response to its claim arrives too late', async () => {
    const printer = withPrinter()
    const release = fakeApi.holds(claimPrint, CLAIM)
    await renderPrinting([orderWithTicket(5)])
    // The tablet slept: no timer ran, and the response has arrived by the time it wakes.
    vi.setSystemTime(Date.parse(NOW) + 31_000)
    release()
    await advance(0)
    expect(printer.paper).toBe('')
    expect(recorded()).toEqual([])
  })

  it('does not print if the printer was busy until its claim was too old', async () => {
    const printer = withPrinter()
    const { printText } = printer
    let release = () => {}
    printer.printText = () => new Promise<void>((resolve) => (release = resolve))
    const byHand = printOnDevice([line('by hand')])
    await renderPrinting([orderWithTicket(5)])
    expect(claims()).toHaveLength(1)
    vi.setSystemTime(Date.parse(NOW) + 31_000)
    printer.printText = printText
    release()
    await act(() => byHand)
    await advance(0)
    expect(printer.paper).toBe('')
    expect([...usePrints.getState().failed]).toEqual([])
    await advance(60_000)
    expect(numbers(printer.paper)).toEqual(['#5'])
  })

  it('prints the order with the changes that arrive during the claim', async () => {
    const printer = withPrinter()
    const release = fakeApi.holds(claimPrint, CLAIM)
    const { setOrders } = await renderPrinting([orderWithTicket(5)])
    await setOrders([orderWithTicket(5, { version: 2, notes: 'fără sare' })])
    release()
    await advance(0)
    expect(printer.paper).toContain('! fără sare')
  })

  it('shows one toast if the printer fails, records nothing, opens no window, and retries one ticket a minute', async () => {
    const printer = withPrinter()
    printer.diesAt = 2
    const { open } = withPopup()
    const { t } = await renderPrinting([orderWithTicket(5), orderWithTicket(6)])
    expect(screen.getByText(t('printing.failed'))).toBeDefined()
    expect([...usePrints.getState().failed]).toEqual([5])
    expect(claims()).toHaveLength(1)
    await advance(60_000)
    expect(claims()).toHaveLength(2)
    expect([...usePrints.getState().failed]).toEqual([5, 6])
    expect(currentToasts().filter((toast) => toast.open)).toEqual([])
    expect(recorded()).toEqual([])
    expect(open).not.toHaveBeenCalled()
    printer.diesAt = Number.POSITIVE_INFINITY
    await advance(60_000)
    expect(recorded()).toEqual(['/api/orders/5/prints', '/api/orders/6/prints'])
  })

  it('prints other tickets if one cannot be printed', async () => {
    const printer = withPrinter()
    const { printText } = printer
    const failing = ['#5', '#6']
    printer.printText = async (text) => {
      if (failing.some((number) => text.includes(number))) throw new Error('A letter it does not know')
      await printText.call(printer, text)
    }
    await renderPrinting([orderWithTicket(5), orderWithTicket(6), orderWithTicket(7)])
    await advance(120_000)
    expect(recorded()).toEqual(['/api/orders/7/prints'])
    failing.pop()
    await advance(120_000)
    expect(recorded()).toEqual(['/api/orders/7/prints', '/api/orders/6/prints'])
  })

  it('records a print later if that failed, without printing it again', async () => {
    const printer = withPrinter()
    fakeApi.isOutOfReach(recordPrint)
    await renderPrinting([orderWithTicket(5)])
    expect(recorded()).toHaveLength(1)
    fakeApi.answers(recordPrint, orderWithTicket(5))
    await advance(120_000)
    const keys = fakeApi.callsOf(recordPrint).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys).toEqual([expect.stringMatching(/^\w{32} 5\/1$/), keys[0]])
    expect(numbers(printer.paper)).toEqual(['#5'])
  })

  describe('with late tickets', () => {
    const late = (id: number) => orderWithTicket(id, { tickets: [sampleTicket({ at: EARLIER })] })

    it('asks before printing tickets older than ten minutes', async () => {
      const printer = withPrinter()
      const { t } = await renderPrinting([late(5), orderWithTicket(6), late(7)], 'en')
      expect(numbers(printer.paper)).toEqual(['#6'])
      expect(screen.getByRole('alertdialog').textContent).toContain(t('printing.late.title', { count: 2 }))
      await act(async () => screen.getByRole('button', { name: t('common.print') }).click())
      await advance(1000)
      expect(numbers(printer.paper)).toEqual(['#6', '#5', '#7'])
      expect(screen.queryByRole('alertdialog')).toBeNull()
    })

    it('does not ask again about declined tickets, even after a reload', async () => {
      const printer = withPrinter()
      const { t, rerender } = await renderPrinting([late(5)], 'en')
      await act(async () => screen.getByRole('button', { name: t('printing.late.leave') }).click())
      await advance(1000)
      rerender(null)
      rerender(<AutomaticPrinter orders={[late(5)]} settings={SETTINGS} />)
      await advance(60_000)
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(printer.paper).toBe('')
      expect(localStorage.getItem('masa.printing')).toContain(EARLIER)
    })
  })

  it('asks about a ticket that became late while the printer was broken', async () => {
    const printer = withPrinter()
    printer.diesAt = 0
    const { t } = await renderPrinting([orderWithTicket(5)])
    await advance(11 * 60_000)
    expect(screen.getByRole('alertdialog').textContent).toContain(t('printing.late.title', { count: 1 }))
    printer.diesAt = Number.POSITIVE_INFINITY
    await advance(120_000)
    expect(printer.paper).toBe('')
  })
})

describe('the printer’s dialog', () => {
  beforeEach(() => vi.useRealTimers())
  const openDialog = async () => {
    const view = render(<PrinterButton />)
    await view.user.click(screen.getByRole('button', { name: view.t('printing.printer.title') }))
    return view
  }

  it('shows the printer’s state, and offers the switch if there is a printer', async () => {
    withPrinter()
    const { user, t } = await openDialog()
    for (const key of ['ready', 'online', 'nothingWaits'] as const)
      expect(await screen.findByText(t(`printing.printer.${key}`))).toBeDefined()
    await user.click(screen.getByRole('switch', { name: t('printing.byItself.label') }))
    expect(useThisDevice.getState().byItself).toBe(true)
    expect(localStorage.getItem('masa.printing')).toContain('"byItself":true')
  })

  it('offers the switch without a printer only after a test page was printed without a dialog', async () => {
    const { popup } = withPopup()
    const { user, t } = await openDialog()
    expect(await screen.findByText(t('printing.printer.notReady'))).toBeDefined()
    expect(screen.queryByRole('switch')).toBeNull()
    await user.click(screen.getByRole('button', { name: t('printing.silent.try') }))
    await user.click(await screen.findByRole('button', { name: t('printing.silent.yes') }))
    expect(popup.print).toHaveBeenCalledTimes(1)
    expect(await screen.findByRole('switch')).toBeDefined()
  })

  it('shows an error if the window of the test page was blocked, without asking whether it was printed', async () => {
    withPopup(null)
    const { user, t } = await openDialog()
    await user.click(await screen.findByRole('button', { name: t('printing.silent.try') }))
    expect(await screen.findByText(t('printing.blocked'))).toBeDefined()
    expect(screen.queryByText(t('printing.silent.question'))).toBeNull()
  })
})
