import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { Participant } from '#shared/contracts/shared-sessions.ts'
import type { CarriedLine } from './carry-over.ts'
import { HandClock } from './hand-clock.fixture.ts'
import type { TableChange } from './table-changes.ts'
import { type ModelNews, TableModel } from './table-model.fixture.ts'
import { TablePage } from './table-page.ts'
import { newTableState, shownTable, type TableState } from './table-state.ts'
import { resume, type Unconfirmed } from './unconfirmed.ts'

let pages = 0

/** A page at a table of the model. Tests move its clock, and can slow or cut its connection. */
export class ModelPhone {
  page: TablePage
  up: ClientFrame[] = []
  down: ServerFrame[] = []
  isConnected = false
  /** The page name in the last JOIN_SESSION on this connection. */
  joinedAs: string | undefined
  refusals: string[] = []
  /** The last list of guests that the server sent. */
  told: readonly Participant[] | undefined
  /** The table's number that the server sent last on this connection. */
  toldTable: number | undefined
  /** Each table's number that the page heard of, once while it stayed there. */
  tables: number[] = []
  /** The unconfirmed changes that the browser stores. */
  kept: Unconfirmed | undefined
  readonly own: string
  readonly #clock: HandClock

  constructor(own: string, clock: HandClock) {
    this.own = own
    this.#clock = clock
    this.page = this.#load()
  }

  get view(): TableState {
    return this.page.view
  }

  #load(): TablePage {
    const view = newTableState(this.own, `page ${++pages}`)
    const send = (frame: ClientFrame) => this.isConnected && this.up.push(frame) > 0
    return new TablePage(
      'session',
      this.kept ? resume(view, this.kept) : view,
      { send, ...this.#clock },
      {
        unconfirmed: (left) => {
          this.kept = left
        },
        refused: (_, code) => this.refusals.push(code),
        info: ({ tableNumber }) => {
          if (this.tables.at(-1) !== tableNumber) this.tables.push(tableNumber)
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
    this.told = undefined
    this.toldTable = undefined
    this.joinedAs = undefined
    this.isConnected = false
    this.page.lost()
  }

  /** Reloads the page, or lets its guest leave and join again: only `kept` is left of the page. */
  sitDownAnew() {
    this.cut()
    this.page = this.#load()
    this.connect()
  }

  /** Taps. @returns false before the page has received the cart; nothing happens then */
  change(change: TableChange) {
    return this.page.change(change)
  }

  carry(lines: readonly CarriedLine[]) {
    this.page.carryOver(lines)
  }

  hear() {
    const frame = this.down.shift()
    if (frame) this.page.hear(frame)
  }

  /** Refuses the first frame on its way as too many; the phone receives the refusal before all other frames. */
  tooMuch() {
    const said = this.up.shift()
    if (said) this.page.hear(refusal('too_many_frames', said))
  }

  get shown() {
    const { lines, guests } = shownTable(this.view)
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

function refusal(code: string, said: ClientFrame): ServerFrame {
  return { type: 'ERROR', payload: { message: code, code }, ...('ref' in said && { ref: said.ref }) }
}

/** A table of the model with a phone for each name, all connected and quiet. */
export function tableOf(...names: string[]) {
  const model = new TableModel(names)
  const clock = new HandClock()
  const phones = names.map((name) => new ModelPhone(name, clock))

  /** Sends a phone the table and the guests, if they have changed, and then the cart, as the server does. */
  function tell(phone: ModelPhone, cart: ModelNews) {
    if (phone.joinedAs === undefined) return
    const { guests, tableNumber } = model
    if (phone.toldTable !== tableNumber) {
      phone.down.push({ type: 'SESSION_INFO', payload: { timeRemaining: 60, tableId: 30 + tableNumber, tableNumber } })
    }
    phone.toldTable = tableNumber
    if (phone.told !== guests) phone.down.push({ type: 'PARTICIPANTS_UPDATED', payload: guests })
    phone.told = guests
    if (typeof cart === 'object') phone.down.push({ ...cart, ref: model.done[phone.joinedAs] ?? 0 })
  }

  /** An owner moves the session to another table. */
  function move() {
    model.tableNumber++
    for (const phone of phones) tell(phone, 'nothing')
  }

  /** Lets the server read the first frame of a phone. */
  function serve(phone: ModelPhone) {
    const said = phone.up.shift()
    if (!said || said.type === 'WATCH_ORDER') return
    if (said.type === 'JOIN_SESSION') {
      phone.joinedAs = said.payload.page
      phone.told = undefined
      phone.toldTable = undefined
    }
    if (said.type === 'JOIN_SESSION' || said.type === 'GET_CART') {
      tell(phone, model.whole())
      return
    }
    if (phone.joinedAs === undefined) {
      phone.down.push(refusal('session_not_found', said))
      return
    }
    const news = model.hear(phone.own, phone.joinedAs, { ...said, ref: said.ref ?? 0 })
    for (const other of phones) {
      if (typeof news === 'object' || other !== phone) tell(other, news)
      else if (news === 'refused') phone.down.push(refusal('item_unavailable', said))
      else tell(phone, model.whole())
    }
  }

  /** Delivers all frames and moves the clock until no page waits for anything. */
  function settle() {
    for (let turn = 0; turn < 10_000; turn++) {
      const busy = phones.filter(({ up, down }) => up.length + down.length > 0)
      for (const phone of busy) {
        serve(phone)
        phone.hear()
      }
      const isWaiting = ({ isConnected, page }: ModelPhone) =>
        isConnected && (!page.isOpen || page.view.pending.length > 0)
      if (busy.length > 0) continue
      if (!phones.some(isWaiting)) return
      clock.next()
    }
    throw new Error('never quiet')
  }

  for (const phone of phones) phone.connect()
  settle()
  const [first] = phones
  if (!first) throw new Error('nobody')
  return { model, clock, phones, first, serve, settle, move }
}
