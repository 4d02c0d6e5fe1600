import { EventEmitter, once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import type { PrinterState } from '#shared/domain/printing/printers.ts'

/** DLE EOT n: a printer answers at once, whatever it is doing. */
const statusRequest = (kind: number) => Buffer.from([0x10, 0x04, kind])
const STATUS = { printer: statusRequest(1), offline: statusRequest(2), paper: statusRequest(4) }
/** GS r 1: a printer answers when everything before it was printed. */
const ARE_ALL_PRINTED = Buffer.from([0x1d, 0x72, 1])
/** The fixed bits of the answers, which distinguish the two kinds. */
const isStatus = (byte: number) => (byte & 0x93) === 0x12
const isPrinted = (byte: number) => (byte & 0x90) === 0
const [OFFLINE, COVER, PAPER_STOP, NO_PAPER, NO_PAPER_AFTER] = [0x08, 0x04, 0x20, 0x60, 0x0c]
const CHUNK_BYTES = 4_096
/** A printer answers in single bytes, so few are stored; what sends more between two requests is no printer. */
const [KEPT_BYTES, MAX_UNASKED_BYTES] = [64, 1_024]

/**
 * How long a printer on the network may take, in milliseconds: for a connection, for a part of a document to leave, for
 * the answer to a status request, and for the answer that all was printed from the last time that it was in order (and
 * `line` more for each line of the paper), or once the server closes; `look` is the time between two status requests to
 * one that has not printed all, and `sweep` between two searches for work that is late or was not announced.
 */
export const PRINTER_TIMEOUTS = {
  ...{ connect: 5_000, write: 10_000, status: 2_000, print: 20_000, line: 150, closing: 5_000, look: 1_000 },
  sweep: 5_000,
}
export type PrinterTimeouts = typeof PRINTER_TIMEOUTS

/** The bytes to send, and the length of the paper in lines of the normal size. */
export interface Document {
  bytes: Buffer
  lines: number
}

/** One connection to an ESC/POS printer (docs/decisions/059-print-jobs.md). */
export class PrinterLine {
  readonly #socket: Socket
  readonly #timeouts: PrinterTimeouts
  #received: number[] = []
  #unaskedBytes = 0
  readonly #changes = new EventEmitter()
  /** Whether the answer that everything was printed may arrive between the bytes of a status. */
  #isPrinting = false
  #isClosed = false

  private constructor(socket: Socket, timeouts: PrinterTimeouts) {
    this.#socket = socket
    this.#timeouts = timeouts
    socket.on('data', (data) => {
      this.#received = [...this.#received, ...data.subarray(-KEPT_BYTES)].slice(-KEPT_BYTES)
      this.#unaskedBytes += data.length
      if (this.#isStreaming()) socket.destroy()
      this.#changes.emit('change')
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#isClosed = true
      this.#changes.emit('change')
    })
    socket.on('end', () => socket.destroy())
  }

  /** Whether the connection has ended: nothing more leaves by it. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Connects to a printer. @returns undefined if there is no connection */
  static async open(ip: string, port: number, timeouts: PrinterTimeouts): Promise<PrinterLine | undefined> {
    const socket = createConnection({ host: ip, port, noDelay: true })
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(timeouts.connect) })
      return new PrinterLine(socket, timeouts)
    } catch {
      socket.destroy()
      return undefined
    }
  }

  /** @returns `silent` unless it answers as a printer does: with a single byte to each request */
  async status(): Promise<PrinterState> {
    const printer = await this.#ask(STATUS.printer)
    if (printer === undefined) return this.#isClosed && !this.#isStreaming() ? 'offline' : 'silent'
    const offline = await this.#ask(STATUS.offline)
    const paper = offline === undefined ? undefined : await this.#ask(STATUS.paper)
    if (offline === undefined || paper === undefined) return 'silent'
    if (offline & COVER) return 'cover'
    if (offline & PAPER_STOP || paper & NO_PAPER) return 'paper'
    return printer & OFFLINE ? 'offline' : 'ready'
  }

  async #ask(request: Buffer): Promise<number | undefined> {
    this.#received = this.#received.filter((byte) => !isStatus(byte))
    const before = this.#received.length
    if (!(await this.#write(request))) return undefined
    await this.#until(() => this.#received.some(isStatus), this.#timeouts.status)
    const answers = this.#received.filter(isStatus)
    const isPlain = this.#isPrinting || this.#received.length === before + 1
    return answers.length === 1 && isPlain ? answers[0] : undefined
  }

  /** Sends a document without asking for its outcome. @returns whether all of it has left */
  async send(document: Buffer): Promise<boolean> {
    for (let from = 0; from < document.length; from += CHUNK_BYTES)
      if (!(await this.#write(document.subarray(from, from + CHUNK_BYTES)))) return false
    return true
  }

  /**
   * Sends a document, and waits until the printer confirms that everything was printed. The wait grows with the paper;
   * during a change of roll or an open cover, it lasts as long as the printer answers.
   * @param onState called when the printer stops, and when it goes on
   * @returns false if the outcome is unknown
   */
  async print(document: Document, onState: (state: PrinterState) => void, closing: AbortSignal): Promise<boolean> {
    this.#received = []
    this.#isPrinting = true
    if (!(await this.send(document.bytes)) || !(await this.#write(ARE_ALL_PRINTED))) return false
    const { print, line, closing: whenClosing, look } = this.#timeouts
    const patience = () => performance.now() + print + document.lines * line
    let waitsUntil = patience()
    let isClosing = false
    let last: PrinterState = 'ready'
    let mustAskAgain = false
    while (performance.now() < waitsUntil) {
      if (closing.aborted && !isClosing) {
        isClosing = true
        waitsUntil = Math.min(waitsUntil, performance.now() + whenClosing)
      }
      await this.#until(() => this.#received.some(isPrinted), look)
      if (this.#isStreaming()) return false
      // No printer sends anything else.
      if (!this.#received.every((byte) => isStatus(byte) || isPrinted(byte))) return false
      const answers = this.#received.filter(isPrinted)
      this.#received = []
      if (answers.some((byte) => (byte & NO_PAPER_AFTER) === 0)) {
        this.#isPrinting = false
        if (last !== 'ready') onState('ready')
        return true
      }
      if (this.#isClosed) return false
      const state = await this.status()
      // A silent printer may only be busy.
      if (state === 'silent') continue
      // A printer that stopped may have forgotten the question, so it is asked again.
      if (state !== 'ready') {
        if (!isClosing) waitsUntil = patience()
        mustAskAgain = true
      } else if (mustAskAgain || answers.length > 0) {
        mustAskAgain = false
        if (!(await this.#write(ARE_ALL_PRINTED))) return false
      }
      if (state !== last) onState(state)
      last = state
    }
    return false
  }

  /** Ends the connection after everything was sent. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#socket.end()
    await this.#until(() => this.#isClosed, this.#timeouts.look)
    this.#socket.destroy()
  }

  async #write(bytes: Buffer): Promise<boolean> {
    if (this.#isClosed) return false
    this.#unaskedBytes = 0
    let hasLeft = false
    this.#socket.write(bytes, (error) => {
      hasLeft = !error
      this.#changes.emit('change')
    })
    await this.#until(() => hasLeft || this.#isClosed, this.#timeouts.write)
    return hasLeft
  }

  #isStreaming(): boolean {
    return this.#unaskedBytes > MAX_UNASKED_BYTES
  }

  async #until(isReached: () => boolean, ms: number): Promise<void> {
    const signal = AbortSignal.timeout(ms)
    while (!isReached() && !this.#isClosed && !signal.aborted)
      await once(this.#changes, 'change', { signal }).catch(() => {})
  }
}
