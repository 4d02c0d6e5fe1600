import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import {
  type CarriedLine,
  type ChangeFrame,
  keyOfLine,
  newTableState,
  shownTable,
  type TableChange,
  type TableState,
  type Unconfirmed,
} from './table-cart.ts'
import { TablePage } from './table-page.ts'

/** A clock with timers that moves only when a test moves it. */
export class HandClock {
  #now = 0
  readonly #timers = new Set<{ at: number; run: () => void }>()

  readonly now = (): number => this.#now

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Whether no timer is set. */
  get isIdle(): boolean {
    return this.#timers.size === 0
  }

  /** Moves to the next timer and runs it, if it is due by `until`. @returns whether a timer ran */
  next(until = Number.POSITIVE_INFINITY): boolean {
    const [timer] = [...this.#timers].sort((a, b) => a.at - b.at)
    if (!timer || timer.at > until) return false
    this.#timers.delete(timer)
    this.#now = timer.at
    timer.run()
    return true
  }

  /** Advances the clock by `ms` and runs all timers that fall due, in order. */
  pass(ms: number): void {
    const until = this.#now + ms
    while (this.next(until));
    this.#now = until
  }
}

/** The model's response to a change: a frame for all phones, `nothing` if the cart stays as it is, or `refused`. */
export type ModelResponse = ModelCart | 'nothing' | 'refused'
type ModelCart = Extract<ServerFrame, { version: number }>

export const dishOf = (id: number) => ({ id, name: `Dish ${id}`, nameRo: '', price: id * 100 })
/** What options add: each as many minor units as its id says. */
export const priceOf = (options: readonly number[]) => options.reduce((sum, id) => sum + id, 0)
/** The id of a dish that the model rejects, as the server rejects a sold-out dish. */
export const SOLD_OUT = 9

/** A small model of the server's cart of one table. Tests compare pages with it. */
class TableModel {
  version = 0
  /** The number of the session's table. */
  tableNumber = 12
  lines: SharedLine[] = []
  guests: Participant[]
  /** The changes that were made or rejected, of each guest. */
  refs: Record<string, number[]> = {}
  #lastId = 100

  constructor(guests: readonly string[]) {
    this.guests = guests.map((id, index) => ({
      id,
      guestNumber: index + 1,
      name: id,
      isReady: false,
      isPresent: true,
      isAway: false,
    }))
  }

  wholeCart(): ModelCart {
    return { type: 'CART_ITEMS', payload: this.lines.map((line) => ({ ...line })), version: this.version }
  }

  /** Applies a change once. After `nothing`, only the sender gets a response: the whole cart. */
  makeChange(guest: string, { ref, ...frame }: ChangeFrame): ModelResponse {
    this.refs[guest] ??= []
    if (this.refs[guest].includes(ref)) return 'nothing'
    this.refs[guest].push(ref)
    if (frame.type === 'SET_READY') {
      this.#mark(guest, frame.payload.isReady)
      return 'nothing'
    }
    const response = this.#change(guest, frame)
    if (typeof response === 'object') this.#mark(guest, false)
    return response
  }

  #change(guest: string, frame: Omit<Exclude<ChangeFrame, { type: 'SET_READY' }>, 'ref'>): ModelResponse {
    const { payload } = frame
    if ('menuItemId' in payload) {
      if (payload.menuItemId === SOLD_OUT) return 'refused'
      const dish = dishOf(payload.menuItemId)
      const { options = [], notes = null } = payload
      const line = this.#equal({ participantId: guest, menuItemId: dish.id, options, notes: notes ?? null }) ?? {
        id: ++this.#lastId,
        participantId: guest,
        guestName: guest,
        menuItemId: dish.id,
        name: dish.name,
        nameRo: '',
        price: dish.price + priceOf(options),
        isOrderable: true,
        quantity: 0,
        notes: notes ?? null,
        options,
      }
      if (line.quantity === MAX_QUANTITY) return 'nothing'
      line.quantity = Math.min(MAX_QUANTITY, line.quantity + payload.quantity)
      if (!this.lines.includes(line)) this.lines.push(line)
      return { type: 'ITEM_ADDED', payload: { ...line }, version: ++this.version }
    }
    const line = this.lines.find(({ id }) => id === payload.itemId)
    const quantity = 'quantity' in payload ? payload.quantity : 0
    if (!line) return quantity === 0 ? 'nothing' : 'refused'
    if ('quantity' in payload && quantity > 0) {
      const { notes = line.notes, options = line.options } = payload
      const changed = { ...line, quantity, notes: notes ?? null, options }
      if (line.quantity === quantity && keyOfLine(line) === keyOfLine(changed)) return 'nothing'
      const equal = this.#equal(changed, line)
      if (equal) {
        equal.quantity = Math.min(MAX_QUANTITY, equal.quantity + quantity)
        this.lines = this.lines.filter((other) => other !== line)
        return { type: 'CART_UPDATED', payload: this.lines.map((one) => ({ ...one })), version: ++this.version }
      }
      Object.assign(line, changed, { price: dishOf(line.menuItemId).price + priceOf(options) })
      return { type: 'ITEM_ADDED', payload: { ...line }, version: ++this.version }
    }
    this.#mark(line.participantId, false)
    this.lines = this.lines.filter((other) => other !== line)
    return { type: 'ITEM_REMOVED', payload: { itemId: line.id }, version: ++this.version }
  }

  #equal(wanted: Pick<SharedLine, 'participantId' | 'menuItemId' | 'options' | 'notes'>, but?: SharedLine) {
    return this.lines.find(
      (line) => line !== but && line.participantId === wanted.participantId && keyOfLine(line) === keyOfLine(wanted),
    )
  }

  #mark(id: string, isReady: boolean): void {
    const isChanged = (guest: Participant) => guest.id === id && guest.isReady !== isReady
    if (!this.guests.some(isChanged)) return
    this.guests = this.guests.map((guest) => (isChanged(guest) ? { ...guest, isReady } : guest))
  }
}

/** A page at a table of the model. Tests move its clock, and can delay or cut its connection. */
export class ModelPhone {
  page: TablePage
  /** Frames that the page has sent and the model has not read. */
  up: ClientFrame[] = []
  /** Frames that the model has sent and the page has not read. */
  down: ServerFrame[] = []
  isConnected = false
  /** Whether the model has read a JOIN_SESSION on this connection. */
  isJoined = false
  refusals: string[] = []
  /** The last list of guests that the server sent. */
  sentGuests: readonly Participant[] | undefined
  /** The last table number that the server sent on this connection. */
  sentTableNumber: number | undefined
  /** The table numbers that the page received, without repetitions in a row. */
  receivedTableNumbers: number[] = []
  /** The unconfirmed changes that the browser stores. */
  stored: Unconfirmed | undefined
  readonly ownId: string
  readonly #clock: HandClock

  constructor(ownId: string, clock: HandClock) {
    this.ownId = ownId
    this.#clock = clock
    this.page = this.#load()
  }

  get state(): TableState {
    return this.page.state
  }

  #load(): TablePage {
    const send = (frame: ClientFrame) => this.isConnected && this.up.push(frame) > 0
    return new TablePage(
      'session',
      newTableState(this.ownId, this.stored),
      { send, ...this.#clock },
      {
        unconfirmed: (toStore) => {
          this.stored = toStore
        },
        refused: (_, code) => this.refusals.push(code),
        sessionInfo: ({ tableNumber }) => {
          if (this.receivedTableNumbers.at(-1) !== tableNumber) this.receivedTableNumbers.push(tableNumber)
        },
      },
    )
  }

  connect() {
    this.isConnected = true
    this.page.opened()
  }

  cut() {
    this.up = []
    this.down = []
    this.sentGuests = undefined
    this.sentTableNumber = undefined
    this.isJoined = false
    this.isConnected = false
    this.page.lost()
  }

  /** Reloads the page, or lets its guest leave and join again: only `stored` survives. */
  reload() {
    this.cut()
    this.page = this.#load()
    this.connect()
  }

  /** Makes a change, as a tap does. @returns false, without an effect, before the page has received the cart */
  change(change: TableChange) {
    return this.page.change(change)
  }

  carryOver(lines: readonly CarriedLine[]) {
    this.page.carryOver(lines)
  }

  receive() {
    const frame = this.down.shift()
    if (frame) this.page.receive(frame)
  }

  /** Rejects the first unread frame as one too many; the phone receives this before all other frames. */
  refuseAsTooMany() {
    const sentFrame = this.up.shift()
    if (sentFrame) this.page.receive(refusal('too_many_frames', sentFrame))
  }

  get shown() {
    const { lines, guests } = shownTable(this.state)
    return {
      lines: lines.map(({ participantId, menuItemId, quantity, notes }) => [
        participantId,
        menuItemId,
        quantity,
        notes,
      ]),
      ready: guests.filter(({ isReady }) => isReady).map(({ id }) => id),
    }
  }
}

function refusal(code: string, sentFrame: ClientFrame): ServerFrame {
  return { type: 'ERROR', payload: { message: code, code }, ...('ref' in sentFrame && { ref: sentFrame.ref }) }
}

/** A table of the model with a phone for each name, all connected and idle. */
export function tableOf(...names: string[]) {
  const model = new TableModel(names)
  const clock = new HandClock()
  const phones = names.map((name) => new ModelPhone(name, clock))

  /** Sends a phone the table and the guests, if they have changed, and then the cart, as the server does. */
  function send(phone: ModelPhone, cart: ModelResponse) {
    if (!phone.isJoined) return
    const { guests, tableNumber } = model
    if (phone.sentTableNumber !== tableNumber) {
      phone.down.push({ type: 'SESSION_INFO', payload: { timeRemaining: 60, tableId: 30 + tableNumber, tableNumber } })
    }
    phone.sentTableNumber = tableNumber
    if (phone.sentGuests !== guests) phone.down.push({ type: 'PARTICIPANTS_UPDATED', payload: guests })
    phone.sentGuests = guests
    if (typeof cart === 'object') phone.down.push({ ...cart, refs: [...(model.refs[phone.ownId] ?? [])] })
  }

  /** An owner moves the session to another table. */
  function move() {
    model.tableNumber++
    for (const phone of phones) send(phone, 'nothing')
  }

  /** Lets the server read the first frame of a phone. */
  function serve(phone: ModelPhone) {
    const sentFrame = phone.up.shift()
    if (!sentFrame || sentFrame.type === 'WATCH_ORDER' || sentFrame.type === 'WATCH_CALL') return
    if (sentFrame.type === 'JOIN_SESSION') {
      phone.isJoined = true
      phone.sentGuests = undefined
      phone.sentTableNumber = undefined
    }
    if (sentFrame.type === 'JOIN_SESSION' || sentFrame.type === 'GET_CART') {
      send(phone, model.wholeCart())
      return
    }
    if (!phone.isJoined) {
      phone.down.push(refusal('session_not_found', sentFrame))
      return
    }
    const answer = model.makeChange(phone.ownId, { ...sentFrame, ref: sentFrame.ref ?? 0 })
    for (const other of phones) {
      if (typeof answer === 'object' || other !== phone) send(other, answer)
      else if (answer === 'refused') phone.down.push(refusal('item_unavailable', sentFrame))
      else send(phone, model.wholeCart())
    }
  }

  /** Delivers all frames and moves the clock until no page waits for anything. */
  function settle() {
    for (let turn = 0; turn < 10_000; turn++) {
      const busy = phones.filter(({ up, down }) => up.length + down.length > 0)
      for (const phone of busy) {
        serve(phone)
        phone.receive()
      }
      const isWaiting = ({ isConnected, page }: ModelPhone) =>
        isConnected && (!page.canChange || page.state.pending.length > 0)
      if (busy.length > 0) continue
      if (!phones.some(isWaiting)) return
      clock.next()
    }
    throw new Error('the table never became idle')
  }

  for (const phone of phones) phone.connect()
  settle()
  const [first] = phones
  if (!first) throw new Error('no phone')
  return { model, clock, phones, first, serve, settle, move }
}
