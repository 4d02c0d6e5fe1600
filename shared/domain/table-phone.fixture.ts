import { type CarriedLine, carryOver } from './carry-over.ts'
import type { TableGuest } from './shared-cart.ts'
import type { TableChange } from './table-changes.ts'
import { type ModelFrame, TableModel } from './table-model.fixture.ts'
import {
  forgetSaid,
  hearCart,
  hearGuests,
  hearRefusal,
  hearTooMuch,
  makeChange,
  newTableView,
  pageOf,
  type SaidChange,
  sayChanges,
  shownTable,
  type TableView,
} from './table-view.ts'
import { goOn, type Unconfirmed, unconfirmed } from './unconfirmed.ts'

let pages = 0
const newPage = () => `page ${++pages}`

/** A page at a table of the model, with a wire between that can be slow or cut. */
export class ModelPhone {
  view: TableView
  up: SaidChange[] = []
  down: ModelFrame[] = []
  isJoined = false
  joinedAs = ''
  refusals = 0
  /** The list of guests that the server told it last. */
  told: readonly TableGuest[] | undefined
  /** What the browser keeps beyond the page. */
  kept: Unconfirmed | undefined
  readonly model: TableModel
  readonly own: string

  constructor(model: TableModel, own: string) {
    this.model = model
    this.own = own
    this.view = newTableView(own, newPage())
  }

  join() {
    this.joinedAs = pageOf(this.view)
    this.up = []
    this.down = []
    this.told = undefined
    this.isJoined = true
    this.tell(this.model.whole(this.joinedAs))
  }

  /** As the server tells a phone: who is ready where that is news, and then the cart. */
  tell(cart: ModelFrame | undefined) {
    const { guests } = this.model
    if (this.told !== guests) this.down.push({ type: 'PARTICIPANTS_UPDATED', payload: guests })
    this.told = guests
    if (cart) this.down.push(cart)
  }

  cut() {
    this.up = []
    this.down = []
    this.isJoined = false
    this.take(forgetSaid(this.view))
  }

  /** The page is loaded anew, or its guest leaves and joins again: of the page itself nothing is left. */
  sitDownAnew() {
    this.cut()
    const view = newTableView(this.own, newPage())
    this.take(this.kept ? goOn(view, this.kept) : view)
    this.join()
  }

  carry(lines: readonly CarriedLine[]) {
    this.take(carryOver(this.view, lines))
    this.say()
  }

  change(change: TableChange) {
    this.take(makeChange(this.view, change))
    this.say()
  }

  say() {
    // The first cart after joining tells what the server has done already.
    if (!this.isJoined || this.down.some(({ type }) => type === 'CART_ITEMS')) return
    if (pageOf(this.view) !== this.joinedAs) {
      this.join()
      return
    }
    const { view, says } = sayChanges(this.view)
    this.take(view)
    this.up.push(...says)
  }

  hear() {
    const frame = this.down.shift()
    if (!frame) return
    if (frame.type === 'PARTICIPANTS_UPDATED') this.take(hearGuests(this.view, frame.payload))
    else if (frame.type === 'ERROR') {
      this.refusals += 1
      this.take(hearRefusal(this.view, frame.ref))
    } else {
      const heard = hearCart(this.view, frame)
      if (heard === 'gap') this.tell(this.model.whole(this.joinedAs))
      else if (heard !== 'old') this.take(heard)
    }
    this.say()
  }

  /** The first of what is on its way is refused as too much at once, and the phone hears of it before all else. */
  tooMuch() {
    const said = this.up.shift()
    if (!said) return
    this.take(hearTooMuch(this.view, said.ref))
    this.say()
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

  take(view: TableView) {
    this.view = view
    this.kept = unconfirmed(view, 'session')
  }
}

export function tableOf(...names: string[]) {
  const model = new TableModel(names)
  const phones = names.map((name) => new ModelPhone(model, name))
  const serve = (phone: ModelPhone) => {
    const said = phone.up.shift()
    if (!said) return
    const news = model.hear(phone.own, phone.joinedAs, said)
    for (const other of phones.filter(({ isJoined }) => isJoined)) {
      const ref = model.done[other.joinedAs] ?? 0
      if (typeof news === 'object') other.tell({ ...news, ref })
      else if (other !== phone) other.tell(undefined)
      else other.tell(news === 'refused' ? { type: 'ERROR', ref: said.ref } : model.whole(other.joinedAs))
    }
  }
  const settle = () => {
    for (let turn = 0; turn < 10_000; turn++) {
      const busy = phones.filter(({ up, down }) => up.length + down.length > 0)
      if (busy.length === 0) return
      for (const phone of busy) {
        serve(phone)
        phone.hear()
      }
    }
    throw new Error('never quiet')
  }
  for (const phone of phones) phone.join()
  settle()
  const [first] = phones
  if (!first) throw new Error('nobody')
  return { model, phones, first, serve, settle }
}
