import { useEffect, useState } from 'react'
import { claimPrint, type Order, type Ticket } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { isAtStations } from '#shared/domain/kitchen.ts'
import { isLater } from '#shared/domain/orders/later.ts'
import { isTicketNeeded } from '#shared/domain/printing/print-kinds.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { logProblem } from '../../lib/browser/environment.ts'
import { randomKey } from '../../lib/changes/add-once.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { serverDate, serverNow } from '../../lib/clock/server-clock.ts'
import { ConfirmDialog, SubjectDialog, t } from '../../ui/index.ts'
import { printUnattended, toastNotPrinted } from './print-document.ts'
import { documentOf, markPrint, recordPrinted } from './print-order.ts'
import { setThisDevice, type ThisDevice } from './this-device.tsx'

interface WaitingTicket {
  order: Order
  ticket: Ticket
}

/** An older ticket waits for a yes: it may be cooked (docs/product/tickets-and-receipts.md#receipts-claims). */
const LATE_AFTER_MS = 10 * 60_000

/** The unprinted tickets that the kitchen needs, oldest first; none of an order that it does not start with yet. */
function waitingTickets(orders: readonly Order[], isForDevice: (ticket: Ticket) => boolean): WaitingTicket[] {
  const now = serverDate()
  return orders
    .filter((order) => !isLater(order, now))
    .flatMap((order) => order.tickets.map((ticket) => ({ order, ticket })))
    .filter(({ order, ticket }) => ticket.printedAt === null && isTicketNeeded(ticket.kind, order.status))
    .filter(({ order, ticket }) => ticket.kind !== 'cancellation' || isKnown(order, ticket))
    .filter(({ ticket }) => isForDevice(ticket))
    .sort((a, b) => dueAt(a).localeCompare(dueAt(b)) || a.order.id - b.order.id || a.ticket.id - b.ticket.id)
}

/** Whether the kitchen may know an order that was cancelled: not if that was before its start, and nothing was printed. */
function isKnown({ startAt = '', tickets }: Order, { at }: Ticket): boolean {
  return at >= startAt || tickets.some(({ printedAt }) => printedAt !== null)
}

/** When the kitchen was to get a ticket: at the order's start, or with a later change. */
function dueAt({ order: { startAt = '' }, ticket: { at } }: WaitingTicket): string {
  return at > startAt ? at : startAt
}

function isLate(waiting: WaitingTicket, now: number): boolean {
  return now - Date.parse(dueAt(waiting)) > LATE_AFTER_MS
}

function keyOfTicket({ order, ticket }: WaitingTicket): string {
  return `${order.id}/${ticket.id}`
}

/** An unused claim expires after this time; a failed printer is retried after the same time. */
const RETRY_AFTER_MS = 60_000
/** Printing must start within this time after requesting the claim; later, another device may hold it. */
const CLAIM_USABLE_MS = 30_000
/** How often tickets are checked for having become late. */
const CHECK_INTERVAL_MS = 30_000

type PrintingDevice = Pick<ThisDevice, 'stations' | 'leftUntil'>

/** Claims each ticket on the server, prints and records it (docs/product/tickets-and-receipts.md#receipts-claims). */
class AutoPrinter {
  /** Each instance prints a ticket at most once, so instance id and ticket are the idempotency key. */
  readonly #instanceId = randomKey()
  readonly #onLate: (late: readonly WaitingTicket[]) => void
  #orders: readonly Order[] = []
  #settings: Settings | undefined
  #device: PrintingDevice = { stations: null, leftUntil: '' }
  #running = false
  #checkRequested = false
  #timer: ReturnType<typeof setInterval> | undefined
  /** Keys of tickets that this instance printed, or that the server reported as printed. */
  readonly #printed = new Set<string>()
  /** Printed, but not yet recorded on the server. */
  readonly #unrecorded = new Map<string, WaitingTicket>()
  /** Keys of late tickets that the owner chose to print. */
  readonly #approvedLate = new Set<string>()
  readonly #nextAttemptAt = new Map<string, number>()
  /** After a failure, printing pauses until this time, and then starts with another ticket. */
  #pausedUntil = 0
  #hasFailed = false

  /** @param onLate called after every check with the late tickets awaiting a decision */
  constructor(onLate: (late: readonly WaitingTicket[]) => void) {
    this.#onLate = onLate
  }

  start(): void {
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#orders = []
  }

  update(orders: readonly Order[], settings: Settings, device: PrintingDevice): void {
    this.#orders = orders
    this.#settings = settings
    this.#device = device
    this.#check()
  }

  /** Prints late tickets, after the owner's decision. */
  printLate(late: readonly WaitingTicket[]): void {
    for (const waiting of late) this.#approvedLate.add(keyOfTicket(waiting))
    this.#check()
  }

  #check(): void {
    const { leftUntil } = this.#device
    this.#onLate(this.#waiting().filter((waiting) => this.#needsDecision(waiting) && dueAt(waiting) > leftUntil))
    this.#checkRequested = true
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#checkRequested) {
      this.#checkRequested = false
      await this.#retryRecording()
      for (let next = this.#next(); next; next = this.#next()) await this.#print(next)
    }
    this.#running = false
  }

  #next(): WaitingTicket | undefined {
    const now = Date.now()
    if (now < this.#pausedUntil) return undefined
    // Failed tickets sort last: one that cannot be printed must not block the others.
    return this.#waiting()
      .filter((waiting) => !this.#needsDecision(waiting))
      .filter((waiting) => this.#attemptAt(waiting) <= now)
      .sort((a, b) => this.#attemptAt(a) - this.#attemptAt(b))[0]
  }

  /** The tickets of this device's stations that it has not printed. */
  #waiting(): WaitingTicket[] {
    const { stations: chosen } = this.#device
    const stations = this.#settings?.stations ?? []
    const isForDevice = ({ stationId }: Ticket) => chosen === null || isAtStations(stations, chosen, stationId)
    return waitingTickets(this.#orders, isForDevice).filter((waiting) => !this.#printed.has(keyOfTicket(waiting)))
  }

  #attemptAt(waiting: WaitingTicket): number {
    return this.#nextAttemptAt.get(keyOfTicket(waiting)) ?? 0
  }

  #needsDecision(waiting: WaitingTicket): boolean {
    return isLate(waiting, serverNow()) && !this.#approvedLate.has(keyOfTicket(waiting))
  }

  async #print(waiting: WaitingTicket): Promise<void> {
    const key = keyOfTicket(waiting)
    const requestedAt = Date.now()
    this.#nextAttemptAt.set(key, requestedAt + RETRY_AFTER_MS)
    if (!(await this.#claim(waiting))) return
    // Use the current order: a line may have been taken off during the claim.
    const order = this.#orders.find(({ id }) => id === waiting.order.id) ?? waiting.order
    try {
      const printable = documentOf(order, waiting.ticket, this.#settings as Settings)
      if (!(await printUnattended(printable, () => Date.now() - requestedAt <= CLAIM_USABLE_MS))) return
    } catch (error) {
      this.#failed(waiting, error)
      return
    }
    this.#hasFailed = false
    this.#printed.add(key)
    await this.#record(key, waiting)
  }

  /** Whether this device may print the ticket now. */
  async #claim({ order, ticket }: WaitingTicket): Promise<boolean> {
    try {
      await sendChange(claimPrint, {
        params: { id: String(order.id) },
        body: { ticketId: ticket.id, stations: this.#device.stations?.slice() },
      })
      return true
    } catch (error) {
      if (error instanceof RequestError && error.code === 'printed') this.#printed.add(keyOfTicket({ order, ticket }))
      else if (!(error instanceof RequestError && ['claimed', 'nothing_to_print'].includes(error.code ?? '')))
        logProblem('A ticket could not be claimed', error)
      return false
    }
  }

  #failed(waiting: WaitingTicket, error: unknown): void {
    this.#pausedUntil = Date.now() + RETRY_AFTER_MS
    markPrint('failed', waiting.order.id, true)
    // One toast only: a printer that is off all evening must not hide other messages.
    if (!this.#hasFailed) toastNotPrinted(error)
    this.#hasFailed = true
  }

  async #record(key: string, waiting: WaitingTicket): Promise<void> {
    try {
      await recordPrinted(waiting.order, waiting.ticket, `${this.#instanceId} ${key}`)
      this.#unrecorded.delete(key)
    } catch (error) {
      logProblem('A print could not be recorded', error)
      // A rejected request would be rejected again, so it is not retried.
      if (error instanceof RequestError && error.isDecision) this.#unrecorded.delete(key)
      else this.#unrecorded.set(key, waiting)
    }
  }

  async #retryRecording(): Promise<void> {
    for (const [key, waiting] of [...this.#unrecorded]) await this.#record(key, waiting)
  }
}

interface RunningPrinterProps {
  orders: readonly Order[]
  settings: Settings
  device: ThisDevice
}

/** Prints tickets as they arrive; renders only the confirmation for late ones. */
export default function RunningPrinter({ orders, settings, device }: RunningPrinterProps) {
  const [late, setLate] = useState<readonly WaitingTicket[]>([])
  const [printer] = useState(() => new AutoPrinter(setLate))
  useEffect(() => {
    printer.start()
    return () => printer.stop()
  }, [printer])
  useEffect(() => printer.update(orders, settings, device), [printer, orders, settings, device])
  const lastDue = late.map(dueAt).at(-1)
  return (
    <SubjectDialog subject={late.length > 0 && { id: 'late', count: late.length }}>
      {({ count }, open) => (
        <ConfirmDialog
          open={open}
          question={{
            title: t('printing.late.title', { count }),
            description: t('printing.late.description'),
            confirm: t('common.print'),
            cancel: t('printing.late.leave'),
          }}
          onAnswer={(prints) =>
            prints ? printer.printLate(late) : setThisDevice({ leftUntil: lastDue ?? device.leftUntil })
          }
        />
      )}
    </SubjectDialog>
  )
}
