import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import type { ChangeFrame } from './table-state.ts'

/** The model's response to a change: a frame for all phones, `nothing` if the cart stays as it is, or `refused`. */
export type ModelResponse = ModelCart | 'nothing' | 'refused'
type ModelCart = Extract<ServerFrame, { version: number }>

export const dishOf = (id: number) => ({ id, name: `Dish ${id}`, nameRo: '', price: id * 100 })
/** The id of a dish that the model rejects, as the server rejects a sold-out dish. */
export const SOLD_OUT = 9

/** A small model of the server's cart of one table. Tests compare pages with it. */
export class TableModel {
  version = 0
  /** The number of the session's table. */
  tableNumber = 12
  lines: SharedLine[] = []
  guests: Participant[]
  /** The last ref that was applied, for each page name. */
  lastRefs: Record<string, number> = {}
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

  /** The response to a request for the whole cart. */
  wholeCart(): ModelCart {
    return { type: 'CART_ITEMS', payload: this.lines.map((line) => ({ ...line })), version: this.version }
  }

  /** Applies a change once. After `nothing`, only the sender gets a response: the whole cart. */
  makeChange(guest: string, page: string, { ref, ...frame }: ChangeFrame): ModelResponse {
    if (ref <= (this.lastRefs[page] ?? 0)) return 'nothing'
    this.lastRefs[page] = ref
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
    this.lines = this.lines.filter((other) => other !== line)
    return { type: 'ITEM_REMOVED', payload: { itemId: line.id }, version: ++this.version }
  }

  #mark(id: string, isReady: boolean): void {
    const isChanged = (guest: Participant) => guest.id === id && guest.isReady !== isReady
    if (!this.guests.some(isChanged)) return
    this.guests = this.guests.map((guest) => (isChanged(guest) ? { ...guest, isReady } : guest))
  }
}
