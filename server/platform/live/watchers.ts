import type { Peer } from './frames.ts'

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
