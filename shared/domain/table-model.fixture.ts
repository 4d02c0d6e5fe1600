import { MAX_QUANTITY } from './cart.ts'
import type { CartFrame, TableGuest, TableLine } from './shared-cart.ts'
import type { SaidChange } from './table-view.ts'

export type ModelFrame =
  | (CartFrame & { ref: number })
  | { type: 'PARTICIPANTS_UPDATED'; payload: TableGuest[] }
  | { type: 'ERROR'; ref: number }

export const dishOf = (id: number) => ({ id, name: `Dish ${id}`, nameRo: '', price: id * 100 })
/** Refused by the model, as a sold-out dish is by the server. */
export const SOLD_OUT = 9

/** A table's cart as the server keeps it, in a few lines: what the rules of a page are held against. */
export class TableModel {
  version = 0
  lines: TableLine[] = []
  guests: TableGuest[]
  /** How far each page has come. */
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

  whole(page: string): ModelFrame[] {
    return [
      { type: 'PARTICIPANTS_UPDATED', payload: this.guests.map((guest) => ({ ...guest })) },
      {
        type: 'CART_ITEMS',
        payload: this.lines.map((line) => ({ ...line })),
        version: this.version,
        ref: this.done[page] ?? 0,
      },
    ]
  }

  /** Does a change once, and gives what everybody is told; an answer with `only` is for the one who asked. */
  hear(guest: string, page: string, { ref, ...said }: SaidChange): { frames: ModelFrame[]; only?: true } {
    if (ref <= (this.done[page] ?? 0)) return { frames: this.whole(page), only: true }
    this.done[page] = ref
    if (said.type === 'SET_READY') {
      this.#mark(guest, said.payload.isReady)
      return { frames: [this.#guestsFrame()] }
    }
    const frame = this.#change(guest, said)
    if (frame === 'refused') return { frames: [{ type: 'ERROR', ref }], only: true }
    this.#mark(guest, false)
    return { frames: [{ ...frame, ref }, this.#guestsFrame()] }
  }

  #change(guest: string, said: Omit<Exclude<SaidChange, { type: 'SET_READY' }>, 'ref'>): CartFrame | 'refused' {
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
      line.quantity = Math.min(MAX_QUANTITY, line.quantity + payload.quantity)
      if (!this.lines.includes(line)) this.lines.push(line)
      return { type: 'ITEM_ADDED', payload: { ...line }, version: ++this.version }
    }
    const line = this.lines.find(({ id }) => id === payload.itemId)
    if (!line) return 'refused'
    this.#mark(line.participantId, false)
    if ('quantity' in payload && payload.quantity > 0) {
      line.quantity = payload.quantity
      if (payload.notes !== undefined) line.notes = payload.notes
      return { type: 'ITEM_ADDED', payload: { ...line }, version: ++this.version }
    }
    this.lines = this.lines.filter((kept) => kept !== line)
    return { type: 'ITEM_REMOVED', payload: { itemId: line.id }, version: ++this.version }
  }

  #mark(id: string, isReady: boolean): void {
    this.guests = this.guests.map((guest) => (guest.id === id ? { ...guest, isReady } : guest))
  }

  #guestsFrame(): ModelFrame {
    return { type: 'PARTICIPANTS_UPDATED', payload: this.guests.map((guest) => ({ ...guest })) }
  }
}
