import type { Peer } from './frames.ts'

/** Which sockets watch which rows, with the state of each watch. */
export interface Watchers<State> {
  /** Begins a watch, or begins it anew; it then counts as the socket's newest one. */
  watch(peer: Peer, id: number, state: State): void
  stateOf(peer: Peer, id: number): State | undefined
  /** Sets the state of a watch that has begun and not ended. */
  setState(peer: Peer, id: number, state: State): void
  isWatched(id: number): boolean
  watchedIds(): Iterable<number>
  peersOf(id: number): Iterable<Peer>
}

/**
 * Remembers which sockets watch which rows, until they close.
 * @param maxPerPeer how many rows one socket watches; a further one ends its oldest watch
 */
export function createWatchers<State>(maxPerPeer: number): Watchers<State> {
  const peersById = new Map<number, Set<Peer>>()
  const statesByPeer = new Map<Peer, Map<number, State>>()

  function unwatch(peer: Peer, states: Map<number, State>, id: number): void {
    states.delete(id)
    const peers = peersById.get(id)
    peers?.delete(peer)
    if (peers?.size === 0) peersById.delete(id)
  }

  return {
    watch(peer, id, state) {
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
    stateOf: (peer, id) => statesByPeer.get(peer)?.get(id),
    setState(peer, id, state) {
      const states = statesByPeer.get(peer)
      if (states?.has(id)) states.set(id, state)
    },
    isWatched: (id) => peersById.has(id),
    watchedIds: () => peersById.keys(),
    peersOf: (id) => peersById.get(id) ?? [],
  }
}
