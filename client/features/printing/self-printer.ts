import { claimPrint, type Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { callApi } from '../../lib/api/api.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { logProblem } from '../../lib/browser/log.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { documentOf } from './documents.ts'
import { printUnattended } from './print-document.ts'
import { recordPrinted, setPrintFailed, toastNotPrinted } from './print-order.ts'
import { isLate, keyOfTicket, type WaitingTicket, waitingTickets } from './waiting-tickets.ts'

/** A claim that came to nothing is free after this; so long, too, rests a printer that failed. */
const AGAIN_AFTER_MS = 60_000
/** A device begins only this long after it asked for its claim: later another might print at the same time. */
const BEGIN_WITHIN_MS = 30_000
const ANSWER_WITHIN_MS = 15_000
/** How often it looks whether a ticket has become late. */
const LOOK_EVERY_MS = 30_000

/**
 * Prints tickets as they come in: claims each on the server, prints it, and says that it is out
 * (docs/product.md#receipts-claims). What is late waits until the owner has said what to do.
 */
export class SelfPrinter {
  /** A ticket is printed once by each of these, so name and ticket are the print's key. */
  readonly #name = randomKey()
  readonly #onLate: (late: readonly WaitingTicket[]) => void
  #orders: readonly Order[] = []
  #settings: Settings | undefined
  #leftUntil = ''
  #running = false
  #again = false
  #timer: ReturnType<typeof setInterval> | undefined
  /** Out, or said by the server to be. */
  readonly #done = new Set<string>()
  /** Out, but the server has not heard it. */
  readonly #unrecorded = new Map<string, WaitingTicket>()
  /** Late, and to be printed all the same. */
  readonly #wanted = new Set<string>()
  readonly #notBefore = new Map<string, number>()
  /** After a failure the printer rests, and is tried again with one other ticket. */
  #restsUntil = 0
  #hasFailed = false

  /** @param onLate told which late tickets wait for an answer, each time that it looks */
  constructor(onLate: (late: readonly WaitingTicket[]) => void) {
    this.#onLate = onLate
  }

  begin(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS)
  }

  end(): void {
    clearInterval(this.#timer)
    this.#orders = []
  }

  /** @param leftUntil late tickets up to this moment are left alone */
  take(orders: readonly Order[], settings: Settings, leftUntil: string): void {
    this.#orders = orders
    this.#settings = settings
    this.#leftUntil = leftUntil
    this.#look()
  }

  /** Prints late tickets that it asked about. */
  printLate(late: readonly WaitingTicket[]): void {
    for (const waiting of late) this.#wanted.add(keyOfTicket(waiting))
    this.#look()
  }

  #look(): void {
    const open = waitingTickets(this.#orders).filter((waiting) => !this.#done.has(keyOfTicket(waiting)))
    this.#onLate(open.filter((waiting) => this.#waitsForAnswer(waiting) && waiting.ticket.at > this.#leftUntil))
    this.#again = true
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#again) {
      this.#again = false
      await this.#recordAgain()
      for (let next = this.#next(); next; next = this.#next()) await this.#print(next)
    }
    this.#running = false
  }

  #next(): WaitingTicket | undefined {
    const now = Date.now()
    if (now < this.#restsUntil) return undefined
    // What came to nothing stands behind the others: one that cannot be printed must not hold them up.
    return waitingTickets(this.#orders)
      .filter((waiting) => !this.#done.has(keyOfTicket(waiting)) && !this.#waitsForAnswer(waiting))
      .filter((waiting) => this.#triedAgainAt(waiting) <= now)
      .sort((a, b) => this.#triedAgainAt(a) - this.#triedAgainAt(b))[0]
  }

  #triedAgainAt(waiting: WaitingTicket): number {
    return this.#notBefore.get(keyOfTicket(waiting)) ?? 0
  }

  #waitsForAnswer(waiting: WaitingTicket): boolean {
    return isLate(waiting, serverNow()) && !this.#wanted.has(keyOfTicket(waiting))
  }

  async #print(waiting: WaitingTicket): Promise<void> {
    const key = keyOfTicket(waiting)
    const askedAt = Date.now()
    this.#notBefore.set(key, askedAt + AGAIN_AFTER_MS)
    if (!(await this.#claim(waiting))) return
    // As the order is now: a line may have been taken off while the claim was on its way.
    const order = this.#orders.find(({ id }) => id === waiting.order.id) ?? waiting.order
    try {
      const printable = documentOf(order, waiting.ticket, this.#settings as Settings)
      const outcome = await printUnattended(printable, () => Date.now() - askedAt <= BEGIN_WITHIN_MS)
      if (outcome === 'missed') return
    } catch (error) {
      this.#failed(waiting, error)
      return
    }
    this.#hasFailed = false
    this.#done.add(key)
    await this.#record(key, waiting)
  }

  /** Whether this device may print the ticket now. */
  async #claim({ order, ticket }: WaitingTicket): Promise<boolean> {
    try {
      await callApi(claimPrint, {
        params: { id: String(order.id) },
        body: { ticketId: ticket.id },
        timeout: ANSWER_WITHIN_MS,
      })
      return true
    } catch (error) {
      if (error instanceof RequestError && error.code === 'printed') this.#done.add(keyOfTicket({ order, ticket }))
      else if (!(error instanceof RequestError && ['claimed', 'nothing_to_print'].includes(error.code ?? '')))
        logProblem('A ticket could not be claimed', error)
      return false
    }
  }

  #failed(waiting: WaitingTicket, error: unknown): void {
    this.#restsUntil = Date.now() + AGAIN_AFTER_MS
    setPrintFailed(waiting.order.id, true)
    // Said once: a printer that is off all evening must not hide every other message.
    if (!this.#hasFailed) toastNotPrinted(error)
    this.#hasFailed = true
  }

  async #record(key: string, waiting: WaitingTicket): Promise<void> {
    try {
      await recordPrinted(waiting.order, waiting.ticket, `${this.#name} ${key}`)
      this.#unrecorded.delete(key)
    } catch (error) {
      logProblem('A print could not be recorded', error)
      // What the server refuses it will refuse again.
      if (error instanceof RequestError && error.isDecision) this.#unrecorded.delete(key)
      else this.#unrecorded.set(key, waiting)
    }
  }

  async #recordAgain(): Promise<void> {
    for (const [key, waiting] of [...this.#unrecorded]) await this.#record(key, waiting)
  }
}
