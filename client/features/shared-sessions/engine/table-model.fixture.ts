import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { MAX_QUANTITY } from '#shared/domain/cart.ts'
import type { ChangeFrame } from './table-state.ts'

/** The frame that a change leads to; `nothing` also if the change was made before. */
export type ModelNews = ModelCart | 'nothing' | 'refused'
type ModelCart = Extract<ServerFrame, { version: number }>

export const dishOf = (id: number) => ({ id, name: `Dish ${id}`, nameRo: '', price: id * 100 })
/** Refused by the model, as a sold-out dish is by the server. */
export const SOLD_OUT = 9

/** A small model of the server's cart of one table, with which tests compare pages. */
export class TableModel {
  version = 0
  /** The number of the table at which it is. */
  tableNumber = 12
  lines: SharedLine[] = []
  guests: Participant[]
  /** The last ref made for each page name. */
  done: Record<string, number> = {}
  #lastId = 100

  constructor(guests: readonly string[]) {
    this.guests = guests.map((id, index) => ({
      id,
      guestNumber: index + 1,
      name: id,
      isReady: false,
      isPresent: true,
    }))
  }

  /** The answer to a page that asks for the whole cart. */
  whole(): ModelCart {
    return { type: 'CART_ITEMS', payload: this.lines.map((line) => ({ ...line })), version: this.version }
  }

  /** Makes a change once. @returns the frame for all phones; with `nothing`, only the sender gets an answer, the whole cart */
  hear(guest: string, page: string, { ref, ...said }: ChangeFrame): ModelNews {
    if (ref <= (this.done[page] ?? 0)) return 'nothing'
    this.done[page] = ref
    if (said.type === 'SET_READY') {
      this.#mark(guest, said.payload.isReady)
      return 'nothing'
    }
    const frame = this.#change(guest, said)
    if (typeof frame === 'object') this.#mark(guest, false)
    return frame
  }

  #change(guest: string, said: Omit<Exclude<ChangeFrame, { type: 'SET_READY' }>, 'ref'>): ModelNews {
    const { payload } = said
    if ('menuItemId' in payload) {
      if (payload.menuItemId === SOLD_OUT) return 'refused'
      const dish = dishOf(payload.menuItemId)
      const line = this.lines.find(
        ({ participantId, menuItemId }) => participantId === guest && menuItemId === dish.id,
      ) ?? {
        id: ++this.#lastId,
        participantId: guest,
        guestName: guest,
        menuItemId: dish.id,
        name: dish.name,
        nameRo: '',
        price: dish.price,
        isOrderable: true,
        quantity: 0,
        notes: null,
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
      const { notes = line.notes } = payload
      if (line.quantity === quantity && line.notes === notes) return 'nothing'
      line.quantity = quantity
      line.notes = notes
      return { type: 'ITEM_ADDED', payload: { ...line }, version: ++this.version }
    }
    this.#mark(line.participantId, false)
    this.lines = this.lines.filter((kept) => kept !== line)
    return { type: 'ITEM_REMOVED', payload: { itemId: line.id }, version: ++this.version }
  }

  #mark(id: string, isReady: boolean): void {
    const isNews = (guest: Participant) => guest.id === id && guest.isReady !== isReady
    if (!this.guests.some(isNews)) return
    this.guests = this.guests.map((guest) => (isNews(guest) ? { ...guest, isReady } : guest))
  }
}
