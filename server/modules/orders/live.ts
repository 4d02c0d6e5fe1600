import type { Database } from '#server/db/index.ts'
import type { FrameReaders } from '#server/platform/live/frames.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { Peer } from '#server/platform/live/peer.ts'
import type { Log } from '#server/platform/log.ts'
import { ORDERS_WATCHED } from '#shared/domain/order-status.ts'
import { readOrders } from './reading/read.ts'
import { openProgress, readProgress, type WatchedOrder } from './reading/watch.ts'

/** Sends changes of orders to sockets. */
export interface OrderNotifier {
  /** One order is new or changed. */
  changed(orderId: number): void
  /** Many orders changed at once; the announcement does not say which. */
  manyChanged(): void
}

/** Sends new and changed orders to the owners' boards. */
export function notifyBoards(db: Database, hub: Hub, log: Log): OrderNotifier {
  const send = inBatches(hub, log, async (ids) => {
    for (const payload of await readOrders(db, ids)) hub.toOwners({ type: 'ORDER_UPDATE', payload })
  })
  return {
    changed: (orderId) => {
      if (hub.hasOwners()) send(orderId)
    },
    manyChanged: afterAll(() => hub.toOwners({ type: 'ORDERS_CHANGED' })),
  }
}

/** What a socket was told of an order. */
interface Told {
  /** The version that was read last; 0 before the first. */
  version: number
  /** How many removals it knows of: a line that opens anew knows of none, and is told. */
  removals: number
  /** What was sent last, as text: a print changes the version, and nothing that a guest sees. */
  said: string
}

type Watched = Map<number, Told>

/** Sends guests the status of the orders whose tokens they hold: at once, and at each change. */
export function notifyGuests(db: Database, hub: Hub, log: Log): OrderNotifier & { frames: FrameReaders } {
  const watchers = new Map<number, Set<Peer>>()
  const watchedBy = new Map<Peer, Watched>()

  function watch(peer: Peer, orderId: number): void {
    const known = watchedBy.get(peer)
    const watched: Watched = known ?? new Map()
    // A repeated WATCH_ORDER is answered again, and its order counts as the newest one watched.
    const removals = watched.get(orderId)?.removals ?? 0
    watched.delete(orderId)
    watched.set(orderId, { version: 0, removals, said: '' })
    watchers.set(orderId, (watchers.get(orderId) ?? new Set()).add(peer))
    const [oldest] = watched.keys()
    if (watched.size > ORDERS_WATCHED && oldest !== undefined) forget(peer, watched, oldest)
    if (known) return
    watchedBy.set(peer, watched)
    peer.whenClosed(() => {
      watchedBy.delete(peer)
      for (const id of [...watched.keys()]) forget(peer, watched, id)
    })
  }

  function forget(peer: Peer, watched: Watched, orderId: number): void {
    watched.delete(orderId)
    const peers = watchers.get(orderId)
    peers?.delete(peer)
    if (peers?.size === 0) watchers.delete(orderId)
  }

  /** Readings may end in the wrong order: a version older than the last one sent is not sent. */
  function send(peer: Peer, { id, version, removals, ...now }: WatchedOrder): void {
    const watched = watchedBy.get(peer)
    const told = watched?.get(id)
    if (!told || told.version >= version) return
    const said = JSON.stringify({ ...now, removals })
    watched?.set(id, { version, removals, said })
    if (said === told.said) return
    const payload = { orderId: id, ...now, ...(removals > told.removals && { changed: true as const }) }
    peer.send({ type: 'ORDER_STATUS', payload })
  }

  const frames: FrameReaders = {
    WATCH_ORDER: async (peer, { payload: { orderId, token } }) => {
      const progress = await openProgress(db, orderId, token)
      watch(peer, orderId)
      send(peer, progress)
      // Read again: a change between the reading and the watching reached nobody.
      changed(orderId)
    },
  }

  const read = inBatches(hub, log, async (ids) => {
    for (const progress of await readProgress(db, ids))
      for (const peer of watchers.get(progress.id) ?? []) send(peer, progress)
  })
  const changed = (orderId: number) => {
    if (watchers.has(orderId)) read(orderId)
  }
  return {
    frames,
    changed,
    // A socket that has an order's newest version is not sent it again.
    manyChanged: afterAll(() => {
      for (const orderId of watchers.keys()) read(orderId)
    }),
  }
}

const QUIET_MS = 300

/** Runs once for several announcements in quick succession, after the last of them. */
function afterAll(run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, QUIET_MS).unref()
  }
}

/** With more, a board would wait too long for the first of them. */
const MAX_AT_ONCE = 50

/** Reads announced orders one batch at a time; orders announced meanwhile make the next batch. */
function inBatches(hub: Hub, log: Log, readAndSend: (ids: number[]) => Promise<void>): (id: number) => void {
  const waiting = new Set<number>()
  let reading = false

  async function read(): Promise<void> {
    reading = true
    try {
      while (waiting.size > 0) {
        const ids = [...waiting].slice(0, MAX_AT_ONCE)
        for (const id of ids) waiting.delete(id)
        await readAndSend(ids)
      }
    } finally {
      reading = false
    }
  }

  return (id) => {
    waiting.add(id)
    if (reading) return
    read().catch((error: unknown) => {
      log.error({ err: error }, 'pages could not be told of an order')
      // A page that missed an update must not look live: it opens a new socket and fetches everything again.
      hub.dropAll()
    })
  }
}
