import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { Participant } from '#shared/contracts/shared-sessions.ts'
import type { CarriedLine } from './carry-over.ts'
import { HandClock } from './hand-clock.fixture.ts'
import type { TableChange } from './table-changes.ts'
import { type ModelResponse, TableModel } from './table-model.fixture.ts'
import { TablePage } from './table-page.ts'
import { newTableState, shownTable, type TableState } from './table-state.ts'
import { resumeChanges, type Unconfirmed } from './unconfirmed.ts'

let pageCount = 0

/** A page at a table of the model. Tests move its clock, and can delay or cut its connection. */
export class ModelPhone {
  page: TablePage
  /** Frames that the page has sent and the model has not read. */
  up: ClientFrame[] = []
  /** Frames that the model has sent and the page has not read. */
  down: ServerFrame[] = []
  isConnected = false
  /** The page name in the last JOIN_SESSION on this connection. */
  joinedAs: string | undefined
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
    const state = newTableState(this.ownId, `page ${++pageCount}`)
    const send = (frame: ClientFrame) => this.isConnected && this.up.push(frame) > 0
    return new TablePage(
      'session',
      this.stored ? resumeChanges(state, this.stored) : state,
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
    this.joinedAs = undefined
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

  /**
   * Rejects the first unread frame because there were too many; the phone receives this error before all other frames.
   */
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
    if (phone.joinedAs === undefined) return
    const { guests, tableNumber } = model
    if (phone.sentTableNumber !== tableNumber) {
      phone.down.push({ type: 'SESSION_INFO', payload: { timeRemaining: 60, tableId: 30 + tableNumber, tableNumber } })
    }
    phone.sentTableNumber = tableNumber
    if (phone.sentGuests !== guests) phone.down.push({ type: 'PARTICIPANTS_UPDATED', payload: guests })
    phone.sentGuests = guests
    if (typeof cart === 'object') phone.down.push({ ...cart, ref: model.lastRefs[phone.joinedAs] ?? 0 })
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
      phone.joinedAs = sentFrame.payload.page
      phone.sentGuests = undefined
      phone.sentTableNumber = undefined
    }
    if (sentFrame.type === 'JOIN_SESSION' || sentFrame.type === 'GET_CART') {
      send(phone, model.wholeCart())
      return
    }
    if (phone.joinedAs === undefined) {
      phone.down.push(refusal('session_not_found', sentFrame))
      return
    }
    const answer = model.makeChange(phone.ownId, phone.joinedAs, { ...sentFrame, ref: sentFrame.ref ?? 0 })
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
