import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Order, recordPrint } from '#shared/contracts/orders.ts'
import { getPrinters, type Printer, requestPrint } from '#shared/contracts/printers.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { queryClient } from '../../lib/api/query.ts'
import * as log from '../../lib/browser/environment.ts'
import { withPopup, withPrinter } from '../../testing/fake-printer.ts'
import { act, fakeApi, render, SETTINGS, screen, waitFor } from '../../testing/render.tsx'
import { sampleOrder, sampleTicket } from '../../testing/samples.ts'
import { MoreMenu, t } from '../../ui/index.ts'
import { hasMoreToPrint, printActions, printOrder, printsText, useOrderPrints, usePrints } from './print-order.ts'
import { PrinterButton } from './printer-button.tsx'
import { setThisDevice, useDeviceQueue, useThisDevice } from './this-device.tsx'

beforeEach(() => void vi.spyOn(log, 'logProblem').mockImplementation(() => {}))

const NOW = new Date().toISOString()
const samplePrinter = (fields: Partial<Printer>): Printer => ({
  ...{ id: 1, kind: 'network', name: 'Grill', address: '192.168.1.40', port: 9100, columns: 48, mode: 'image' },
  ...{ stations: [1], documents: [], fallbackId: null, isActive: true, answers: true, state: 'ready' },
  ...{ lastAt: null, seenAt: null, waiting: 0, waitingSince: null, jobs: [], profile: null },
  ...fields,
})

const reset = () => {
  useDeviceQueue.setState({ length: 0 })
  usePrints.setState({ failed: new Set() })
  useThisDevice.setState({ byItself: false, isSilent: false, stations: null, leftUntil: '' })
}
beforeEach(reset)
afterEach(() => {
  reset()
  vi.useRealTimers()
})

/** What a card has of printing (`client/areas/board/order-card.tsx`). */
function Card({ order, settings }: { order: Order; settings: Settings }) {
  const { printing, failed } = useOrderPrints()
  return (
    <>
      <button
        type="button"
        aria-busy={printing.has(order.id) || undefined}
        onClick={() => void printOrder(order, 'receipt', settings)}
      >
        {t('printing.printReceipt')}
      </button>
      {hasMoreToPrint(order) && (
        <MoreMenu label={t('printing.more', { id: order.id })} actions={printActions(order, settings)} />
      )}
      {failed.has(order.id) && <p>{t('printing.notPrinted')}</p>}
      {order.prints.length > 0 && <p>{printsText(t, order, settings)}</p>}
    </>
  )
}

describe('printing from a card', () => {
  const card = (fields: Partial<Order> = {}, stations: Settings['stations'] = undefined) => {
    const order: Order = sampleOrder({ tickets: [sampleTicket()], ...fields })
    fakeApi.answers(recordPrint, order)
    const settings = { ...SETTINGS, language: 'en' as const, stations }
    const view = render(<Card order={order} settings={settings} />)
    const { user, t } = view
    return {
      ...view,
      printReceipt: () => user.click(screen.getByRole('button', { name: t('printing.printReceipt') })),
      openMenu: () => user.click(screen.getByRole('button', { name: t('printing.more', { id: order.id }) })),
      recorded: () => fakeApi.callsOf(recordPrint).map(({ path, body }) => ({ path, body })),
    }
  }

  it('prints the receipt, and records the print on the server', async () => {
    const printer = withPrinter()
    const { printReceipt, recorded } = card()
    await printReceipt()
    await waitFor(() => expect(recorded()).toEqual([{ path: '/api/orders/1/prints', body: { kind: 'receipt' } }]))
    expect(printer.paper).toContain('COMANDĂ LA PACHET\n')
    expect(printer.paper).toContain('Nu este bon fiscal\n')
  })

  it('hands the receipt to a printer on the network that prints receipts, and nothing to this device', async () => {
    const device = withPrinter()
    const kitchen = samplePrinter({ id: 3, documents: ['kitchen'] })
    const off = samplePrinter({ id: 4, documents: ['receipt'], isActive: false })
    fakeApi.answers(getPrinters, [kitchen, off, samplePrinter({ id: 5, name: 'Bar', documents: ['receipt'] })])
    fakeApi.answers(requestPrint, {
      ...{ id: 9, kind: 'receipt', orderId: 1, ticketId: null, printerId: 5, copy: 0, at: NOW, state: 'queued' },
    })
    const { printReceipt, recorded, t } = card()
    await waitFor(() => expect(queryClient.getQueryData(['printers'])).toBeDefined())
    await printReceipt()
    expect(await screen.findByText(t('printing.sentTo', { name: 'Bar' }))).toBeDefined()
    const sent = fakeApi.callsOf(requestPrint).map(({ path, body }) => [path, body])
    expect(sent).toEqual([['/api/printers/5/print', { document: 'receipt', orderId: 1 }]])
    expect([device.paper, recorded()]).toEqual(['', []])
  })

  it('shows an error if the window was blocked, and records no print', async () => {
    withPopup(null)
    const { printReceipt, recorded, t } = card()
    await printReceipt()
    expect(await screen.findByText(t('printing.blocked'))).toBeDefined()
    expect(screen.getByText(t('printing.notPrinted'))).toBeDefined()
    expect(recorded()).toEqual([])
  })

  it('shows an error if both printer and window fail, until a print succeeds', async () => {
    const printer = withPrinter()
    printer.diesAt = 3
    const { popup } = withPopup()
    popup.print.mockImplementation(() => {
      throw new Error('No dialog')
    })
    const { printReceipt, recorded, t } = card()
    await printReceipt()
    expect(await screen.findByText(t('printing.failed'))).toBeDefined()
    expect(screen.getByText(t('printing.failedDescription'))).toBeDefined()
    expect(recorded()).toEqual([])
    printer.diesAt = Number.POSITIVE_INFINITY
    await waitFor(printReceipt)
    await waitFor(() => expect(recorded()).toHaveLength(1))
    expect(screen.queryByText(t('printing.notPrinted'))).toBeNull()
  })

  it('shows an error if a print could not be recorded', async () => {
    withPrinter()
    const { printReceipt, t } = card()
    fakeApi.isOutOfReach(recordPrint)
    await printReceipt()
    expect(await screen.findByText(t('printing.notRecorded'))).toBeDefined()
    expect(screen.queryByText(t('printing.notPrinted'))).toBeNull()
  })

  it('offers tickets and, at a table, the bill', async () => {
    const printer = withPrinter()
    const { openMenu, recorded, user, t } = card({
      diningOption: 'dine-in',
      tableNumber: 7,
      tickets: [
        sampleTicket({ printedAt: '2026-11-20T17:43:00.000Z' }),
        sampleTicket({ id: 2, kind: 'removal', at: '2026-11-20T17:46:00.000Z', itemId: 1, quantity: 1 }),
      ],
    })
    await openMenu()
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      `${t('printing.copy', { kind: t('printing.toPrint.kitchen') })}19:42`,
      `${t('printing.toPrint.removal')}19:46`,
      t('printing.toPrint.bill'),
    ])
    await user.click(items[1] as HTMLElement)
    await waitFor(() => expect(recorded().at(-1)?.body).toEqual({ kind: 'removal', ticketId: 2 }))
    expect(printer.paper).toContain('TABLE 7\n')
    await openMenu()
    await user.click(await screen.findByRole('menuitem', { name: t('printing.toPrint.bill') }))
    await waitFor(() => expect(recorded().at(-1)?.body).toEqual({ kind: 'bill' }))
    expect(printer.paper).toContain('NOTĂ DE PLATĂ\n')
  })

  const STATIONS = [
    { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' },
    { id: 2, name: 'Bar', nameRo: '' },
  ]
  const twoStations = (fields: Partial<Order> = {}) => {
    const [line] = sampleOrder().items as [Order['items'][number]]
    const beer = { ...line, id: 2, name: 'Beer', nameRo: 'Bere' }
    const items = [
      { ...line, stationId: 1 },
      { ...beer, stationId: 2 },
    ]
    const tickets = [sampleTicket({ stationId: 1 }), sampleTicket({ id: 2, stationId: 2 })]
    return card({ items, tickets, ...fields }, STATIONS)
  }
  const kitchen = 'Kitchen'

  it('prints the kitchen ticket of each station', async () => {
    const printer = withPrinter()
    const { openMenu, recorded, user, t } = twoStations()
    const kind = t('printing.toPrint.kitchen')
    await openMenu()
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      `${t('printing.atStation', { kind, station: kitchen })}19:42`,
      `${t('printing.atStation', { kind, station: 'Bar' })}19:42`,
    ])
    await user.click(items[1] as HTMLElement)
    await waitFor(() => expect(recorded().map(({ body }) => body)).toEqual([{ kind: 'kitchen', ticketId: 2 }]))
    expect(printer.paper.match(/^\d x .*|BAR|BUC.*|KITCHEN/gm)).toEqual(['BAR', '2 x Beer'])
  })

  it('lists of which station a ticket was printed', () => {
    const at = '2026-11-20T17:43:00.000Z'
    const { t } = twoStations({ prints: [{ kind: 'kitchen', ticketId: 2, at, user: 'boss' }] })
    const kind = t('printing.atStation', { kind: t('printing.kinds.kitchen'), station: 'Bar' })
    const prints = t('printing.print', { kind, time: '19:43', user: 'boss' })
    expect(screen.getByText(t('printing.sent', { prints }))).toBeDefined()
  })

  it('offers a slip for each move; receipt and bill have the current table', async () => {
    const printer = withPrinter()
    const { openMenu, printReceipt, recorded, user, t } = card({
      diningOption: 'dine-in',
      tableNumber: 7,
      movedFrom: 5,
      tickets: [
        sampleTicket({ printedAt: '2026-11-20T17:43:00.000Z' }),
        sampleTicket({ id: 2, kind: 'move', at: '2026-11-20T17:46:00.000Z', fromTable: 3, toTable: 5 }),
        sampleTicket({ id: 3, kind: 'move', at: '2026-11-20T17:50:00.000Z', fromTable: 5, toTable: 7 }),
      ],
    })
    await openMenu()
    const items = await screen.findAllByRole('menuitem')
    expect(items.slice(1, 3).map(({ textContent }) => textContent)).toEqual([
      `${t('printing.toPrint.move')}19:46`,
      `${t('printing.toPrint.move')}19:50`,
    ])
    await user.click(items[1] as HTMLElement)
    await waitFor(() => expect(recorded().at(-1)?.body).toEqual({ kind: 'move', ticketId: 2 }))
    expect(printer.paper).toContain('MOVED 3 -> 5\nTABLE 5\n')
    await printReceipt()
    await waitFor(() => expect(recorded().at(-1)?.body).toEqual({ kind: 'receipt' }))
    expect(printer.paper).toMatch(/Masa: +7\n/)
    await openMenu()
    await user.click(await screen.findByRole('menuitem', { name: t('printing.toPrint.bill') }))
    await waitFor(() => expect(recorded().at(-1)?.body).toEqual({ kind: 'bill' }))
    expect(printer.paper.split('NOTĂ DE PLATĂ')[1]).toMatch(/Masa: +7\n/)
  })

  it('offers no bill for takeaway', () => {
    const { t } = card({ tickets: [] })
    expect(screen.queryByRole('button', { name: t('printing.more', { id: 1 }) })).toBeNull()
  })

  it('shows what was printed, when and by whom', () => {
    const { t } = card({
      prints: [
        { kind: 'kitchen', ticketId: 1, at: '2026-11-20T17:43:00.000Z', user: 'maria' },
        { kind: 'receipt', ticketId: null, at: '2026-11-20T18:10:00.000Z', user: 'radu' },
      ],
    })
    const prints = `${t('printing.kinds.kitchen')} 19:43 (maria) · ${t('printing.kinds.receipt')} 20:10 (radu)`
    expect(screen.getByText(t('printing.sent', { prints }))).toBeDefined()
  })
})

it('the messages for failed prints are those of the specification', () => {
  const { t } = render(null)
  expect([t('printing.failed'), t('printing.failedDescription'), t('printing.blocked')]).toEqual([
    'Printing Error',
    'Failed to print receipt. Please try again.',
    'Could not open print window. Pop-up blocker might be enabled.',
  ])
})

describe('the printer’s button', () => {
  beforeEach(() => void vi.useFakeTimers())
  const open = () => {
    const { t } = render(<PrinterButton />)
    const button = screen.getByRole('button')
    const name = () => button.getAttribute('aria-label')
    const title = t('printing.printer.title')
    const offline = `${title}, ${t('printing.printer.isOffline')}`
    return { t, button, name, title, offline }
  }

  it('says that the printer is offline, and that it is back, within 15 seconds', () => {
    withPrinter()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const { name, title, offline } = open()
    onLine.mockReturnValue(false)
    act(() => vi.advanceTimersByTime(14_999))
    expect(name()).toBe(title)
    act(() => vi.advanceTimersByTime(1))
    expect(name()).toBe(offline)
    onLine.mockReturnValue(true)
    act(() => vi.advanceTimersByTime(15_000))
    expect(name()).toBe(title)
    onLine.mockRestore()
  })

  it('says it if this device is to print by itself and its printer is gone', () => {
    act(() => useThisDevice.setState({ byItself: true }))
    const { t, button, name, offline } = open()
    expect(name()).toBe(offline)
    // In words that are seen at every width.
    expect(button.textContent).toBe(t('printing.printer.isOffline'))
    expect(button.querySelector('.hidden')).toBeNull()
  })

  it('shows how many documents wait: queued ones, and orders whose last print failed', () => {
    withPrinter()
    const { t, button, name, title } = open()
    expect(button.textContent).not.toMatch(/\d/)
    act(() => useDeviceQueue.setState({ length: 2 }))
    act(() => usePrints.setState({ failed: new Set([7]) }))
    expect(button.textContent).toMatch(/3/)
    expect(name()).toBe(`${title}, ${t('printing.printer.queue', { count: 3 })}`)
  })
})

describe('the choice of stations', () => {
  const STATIONS = [
    { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' },
    { id: 2, name: 'Bar', nameRo: '' },
  ]
  const open = async (stations: typeof STATIONS, stored: number[] | null = null) => {
    withPrinter()
    setThisDevice({ byItself: true, stations: stored })
    const view = render(<PrinterButton />, { settings: { stations } })
    await view.user.click(screen.getByRole('button'))
    await screen.findByText(view.t('printing.byItself.hint'))
    const chips = () =>
      screen
        .queryAllByRole<HTMLInputElement>('checkbox')
        .map(({ parentElement, checked }) => [parentElement?.textContent, checked])
    const toggle = (name: string) => view.user.click(screen.getByRole('checkbox', { name }))
    return { ...view, chips, toggle }
  }
  const kitchen = 'Kitchen'

  it('is not shown where there is one station', async () => {
    const { chips } = await open(STATIONS.slice(0, 1), [2])
    expect(chips()).toEqual([])
  })

  it('is all of them at first, and never none', async () => {
    const { chips, toggle } = await open(STATIONS)
    expect(chips()).toEqual([
      [kitchen, true],
      ['Bar', true],
    ])
    await toggle(kitchen)
    expect(useThisDevice.getState().stations).toEqual([2])
    await toggle('Bar')
    expect(chips()).toEqual([
      [kitchen, false],
      ['Bar', true],
    ])
    await toggle(kitchen)
    // Stations that are added later are printed too.
    expect(useThisDevice.getState().stations).toBeNull()
  })

  it('leaves what another tab has chosen meanwhile', async () => {
    const { toggle } = await open(STATIONS)
    const inOtherTab = { byItself: true, isSilent: true, stations: null, leftUntil: '' }
    localStorage.setItem('masa.printing', JSON.stringify({ version: 1, value: inOtherTab }))
    await toggle(kitchen)
    expect(JSON.parse(localStorage.getItem('masa.printing') ?? '').value).toEqual({ ...inOtherTab, stations: [2] })
  })
})
