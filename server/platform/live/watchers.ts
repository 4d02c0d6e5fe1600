import type { Log } from '../log.ts'
import type { Peer } from './frames.ts'
import type { Hub } from './hub.ts'

/** Which sockets watch which rows. @param maxPerPeer a further watch ends the socket's oldest */
export function createWatchers<State>(maxPerPeer: number) {
  const peersById = new Map<number, Set<Peer>>()
  const statesByPeer = new Map<Peer, Map<number, State>>()

  function unwatch(peer: Peer, states: Map<number, State>, id: number): void {
    states.delete(id)
    const peers = peersById.get(id)
    peers?.delete(peer)
    if (peers?.size === 0) peersById.delete(id)
  }

  return {
    /** Begins a watch, or begins it anew; it then counts as the socket's newest one. */
    watch(peer: Peer, id: number, state: State) {
      const before = statesByPeer.get(peer)
      const states = before ?? new Map<number, State>()
      states.delete(id)
      states.set(id, state)
      peersById.set(id, (peersById.get(id) ?? new Set()).add(peer))
      const [oldest] = states.keys()
      if (states.size > maxPerPeer && oldest !== undefined) unwatch(peer, states, oldest)
      if (before) return
      statesByPeer.set(peer, states)
      peer.whenClosed(() => {
        statesByPeer.delete(peer)
        for (const watched of [...states.keys()]) unwatch(peer, states, watched)
      })
    },
    stateOf: (peer: Peer, id: number) => statesByPeer.get(peer)?.get(id),
    /** Sets the state of a watch that has begun and not ended. */
    setState(peer: Peer, id: number, state: State) {
      const states = statesByPeer.get(peer)
      if (states?.has(id)) states.set(id, state)
    },
    isWatched: (id: number) => peersById.has(id),
    watchedIds: () => peersById.keys(),
    peersOf: (id: number) => peersById.get(id) ?? [],
  }
}

/** Rows per query: larger batches would delay the first row too much. */
const BATCH_SIZE = 50

/** Reads and sends changed rows in batches, one at a time. If one fails, all sockets are closed. */
export function inBatches(hub: Pick<Hub, 'dropAll'>, log: Log, readAndSend: (ids: number[]) => Promise<void>) {
  const waiting = new Set<number>()
  let reading = false

  async function read(): Promise<void> {
    reading = true
    try {
      while (waiting.size > 0) {
        const ids = [...waiting].slice(0, BATCH_SIZE)
        for (const id of ids) waiting.delete(id)
        await readAndSend(ids)
      }
    } finally {
      reading = false
    }
  }

  return (id: number) => {
    waiting.add(id)
    if (reading) return
    read().catch((error: unknown) => {
      log.error({ err: error }, 'a live update could not be sent')
      // A page that missed an update must not look live: it reconnects and fetches everything again.
      hub.dropAll()
    })
  }
}

const MIN_INTERVAL_MS = 1_000

/** Rate-limited notifications by key. */
export interface RateLimitedNotifier<Key> {
  notify(key: Key): void
  close(): void
}

/** The first change of a burst at once, and always the last (docs/product/live-channel.md#live-changed). */
export function atMostOnceASecond<Key>(notify: (key: Key) => void): RateLimitedNotifier<Key> {
  /** Keys notified within the last second, and whether they have changed since. */
  const changedSince = new Map<Key, boolean>()
  const timers = new Set<NodeJS.Timeout>()

  function notifyNow(key: Key): void {
    notify(key)
    changedSince.set(key, false)
    const timer = setTimeout(() => {
      timers.delete(timer)
      const hasChanged = changedSince.get(key)
      changedSince.delete(key)
      if (hasChanged) notifyNow(key)
    }, MIN_INTERVAL_MS)
    timers.add(timer)
  }

  return {
    notify(key) {
      if (changedSince.has(key)) changedSince.set(key, true)
      else notifyNow(key)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
