import { createStore } from 'zustand/vanilla'
import { followOtherTabs, latestOf, type Stored } from '../browser/storage.ts'

/** A list of what this phone has made, stored for all tabs. @param select which ones this visit begins with */
export function storedList<Item>(storage: Stored<Item[]>, select: (stored: readonly Item[]) => Item[]) {
  // Created empty, as the server renders the page.
  const store = createStore<readonly Item[]>(() => [])
  const initial = select(storage.read() ?? [])
  store.setState(initial, true)
  // Written at the start, to find out whether this browser stores anything.
  storage.write(initial)
  followOtherTabs(storage, (items = []) => store.setState(items, true))
  return {
    ...store,
    /** Changes the list, starting from storage, so that what another tab has added is not lost. */
    change(next: (items: readonly Item[]) => readonly Item[]): void {
      const previous = latestOf(storage, store.getState(), [])
      const items = next(previous)
      store.setState(items, true)
      if (items !== previous) storage.write([...items])
    },
  }
}

/** Requests the status of this phone's orders or calls on one connection, again if there was no response. */
export class Watch<Item> {
  readonly #idOf: (item: Item) => number
  readonly #request: (item: Item) => boolean
  #requested = new Set<number>()
  #unanswered = new Set<number>()
  /** Those that had no response at the last heartbeat either. */
  #late = new Set<number>()

  /** @param request sends the request for one item; false without a connection */
  constructor(idOf: (item: Item) => number, request: (item: Item) => boolean) {
    this.#idOf = idOf
    this.#request = request
  }

  /** Must be called when a connection opens: requests every item, because a new connection watches none. */
  opened(items: readonly Item[]): void {
    this.#requested.clear()
    this.#unanswered.clear()
    this.#late.clear()
    this.#requestAll(items)
  }

  /** Requests all items if one is new, because the server watches those that were requested last. */
  changed(items: readonly Item[]): void {
    if (items.some((item) => !this.#requested.has(this.#idOf(item)))) this.#requestAll(items)
  }

  answered(id: number): void {
    this.#unanswered.delete(id)
    this.#late.delete(id)
  }

  /** A request failed for a reason unrelated to its item: the next heartbeat repeats it. */
  failed(id: number): void {
    this.#late.add(id)
  }

  /** Must be called on each heartbeat: repeats requests that got no response since the previous one. */
  heartbeat(items: readonly Item[]): void {
    const late = this.#late
    this.#late = new Set(this.#unanswered)
    this.#requestAll(items.filter((item) => late.has(this.#idOf(item))))
  }

  // `items` has the newest first. The oldest is requested first, because the server drops the first ones if there are
  // too many.
  #requestAll(items: readonly Item[]): void {
    for (const item of [...items].reverse()) {
      if (!this.#request(item)) return
      this.#requested.add(this.#idOf(item))
      this.#unanswered.add(this.#idOf(item))
    }
  }
}
