import { createStore } from 'zustand/vanilla'
import { followOtherTabs, type Stored } from './storage.ts'

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
      const previous = storage.isUpToDate() ? (storage.read() ?? []) : store.getState()
      const items = next(previous)
      store.setState(items, true)
      if (items !== previous) storage.write([...items])
    },
  }
}
