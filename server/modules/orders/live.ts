import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { cached } from '#server/platform/cached.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { batchLoader } from '#server/platform/limits/concurrency.ts'
import type { Peer } from '#server/platform/live/frames.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import { createWatchers, inBatches } from '#server/platform/live/watchers.ts'
import type { Log } from '#server/platform/log.ts'
import { isSameSecret, tokenHash } from '#server/platform/token.ts'
import { type DiningOption, ORDERS_WATCHED } from '#shared/domain/orders/order.ts'
import { readAnnouncedOrders, sees, seesGuest, withoutGuest } from './read.ts'
import { type ProgressRow, readMedianTimes, readProgressRows } from './repo.ts'
import { countRemovals } from './tickets.ts'

const HOUR_MS = 60 * 60_000
const PERIOD_MS = 30 * 24 * HOUR_MS
/** Times are rounded to a multiple of this many minutes for guests. */
const STEP = 5

/** The usual minutes until ready by dining option; an option with too few orders is missing. */
export type UsualTimes = Partial<Record<DiningOption, number>>

const roundedMinutes = (seconds: number) => Math.max(1, Math.round(seconds / 60 / STEP)) * STEP

/** Returns a function that returns the usual times, which are read once an hour; a failure is logged and keeps the previous ones. */
export function createUsualTimes(db: Database, clock: Clock, log: Log): () => Promise<UsualTimes> {
  let times: UsualTimes = {}
  const usualTimes = cached({
    clock,
    // No announcement changes them.
    isListening: () => true,
    async read(now) {
      try {
        const rows = await readMedianTimes(db, new Date(now.getTime() - PERIOD_MS))
        times = Object.fromEntries(rows.map(({ diningOption, median }) => [diningOption, roundedMinutes(median)]))
      } catch (error) {
        log.warn({ err: error }, 'the usual times until orders are ready could not be read')
      }
      return { value: times, validUntil: new Date(now.getTime() + HOUR_MS) }
    },
  })
  return usualTimes.current
}

// Created once, because creating an error is the most expensive part of refusing a frame.
const NOT_YOURS = new AppError('order_not_yours')

/** An order as its guest sees it; a higher version is newer. */
type WatchedOrder = ReturnType<typeof progressView>

function progressView({ seenAt, tickets, pickupAt, tokenHash: _, ...shown }: ProgressRow) {
  const timed = pickupAt && { pickupAt: pickupAt.toISOString() }
  return { ...shown, seen: seenAt !== null, removals: countRemovals(tickets), ...timed }
}

/** Returns a notifier that sends new and changed orders to owners and staff with a duty, as each may see them. */
export function createBoardNotifier(db: Database, hub: Hub, clock: Clock, log: Log) {
  const send = inBatches(hub, log, async (ids) => {
    const now = clock.now()
    for (const { order, row } of await readAnnouncedOrders(db, ids)) {
      const seesAll = (user: Viewer) => sees(user, row, now) && seesGuest(user)
      const seesDishes = (user: Viewer) => sees(user, row, now) && !seesGuest(user)
      hub.toStaff({ type: 'ORDER_UPDATE', payload: order }, seesAll)
      hub.toStaff({ type: 'ORDER_UPDATE', payload: withoutGuest(order) }, seesDishes)
    }
  })
  return {
    changed(orderId: number) {
      if (hub.hasService()) send(orderId)
    },
    /** Announces that many orders changed at once; it does not say which. */
    manyChanged: debounce(() => hub.toStaff({ type: 'ORDERS_CHANGED' }, () => true)),
  }
}

/** The state of one order that was last sent to a socket. */
interface LastSent {
  /** The version that was last read; 0 before the first read. */
  version: number
  /** The removals that were reported on this socket; 0 on a new one, so that earlier removals are reported again. */
  removals: number
  /** The payload as JSON: versions that change nothing visible to guests (prints, for example) are not sent. */
  payload: string
}

/**
 * Returns a notifier that sends each guest's socket the status of the orders it watches: on WATCH_ORDER, which needs
 * the order's token, and on every change.
 */
export function createGuestNotifier(db: Database, hub: Hub, log: Log, usualTimes: () => Promise<UsualTimes>) {
  const watchers = createWatchers<LastSent>(ORDERS_WATCHED)
  let times: UsualTimes = {}
  const tokenHashOf = batchLoader(async (ids: number[]) => {
    const rows = await readProgressRows(db, ids)
    return new Map(rows.map(({ id, tokenHash }) => [id, tokenHash]))
  })

  function watch(peer: Peer, orderId: number): void {
    // A repeated WATCH_ORDER gets a reply again (so version 0).
    const removals = watchers.stateOf(peer, orderId)?.removals ?? 0
    watchers.watch(peer, orderId, { version: 0, removals, payload: '' })
  }

  function send(peer: Peer, order: WatchedOrder): void {
    const { id, version, removals, diningOption, lines, ...visible } = order
    const lastSent = watchers.stateOf(peer, id)
    if (!lastSent || lastSent.version >= version) return
    const json = JSON.stringify({ ...visible, removals })
    watchers.setState(peer, id, { version, removals, payload: json })
    if (json === lastSent.payload) return
    const isChanged = removals > lastSent.removals
    const payload = {
      orderId: id,
      ...visible,
      ...(isChanged && { changed: true as const }),
      ...((isChanged || lastSent.version === 0) && { lines }),
      ...(lastSent.version === 0 && times[diningOption] && { readyIn: times[diningOption] }),
    }
    peer.send({ type: 'ORDER_STATUS', payload })
  }

  hub.addFrameHandlers({
    WATCH_ORDER: async (peer, { payload: { orderId, token } }) => {
      // The token is compared even if there is no such order, so that neither the response nor its timing reveals
      // whether it exists.
      if (!isSameSecret(tokenHash(token), (await tokenHashOf(orderId)) ?? '')) throw NOT_YOURS
      times = await usualTimes()
      watch(peer, orderId)
      read(orderId)
    },
  })

  const read = inBatches(hub, log, async (ids) => {
    for (const row of await readProgressRows(db, ids))
      for (const peer of watchers.peersOf(row.id)) send(peer, progressView(row))
  })
  return {
    changed: (orderId: number) => {
      if (watchers.isWatched(orderId)) read(orderId)
    },
    // A socket that has an order's newest version does not get it again.
    manyChanged: debounce(() => {
      for (const orderId of watchers.watchedIds()) read(orderId)
    }),
  }
}

const DEBOUNCE_MS = 300

/** Returns a function that runs `run` once after a series of calls, when none has followed for 300 ms. */
function debounce(run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, DEBOUNCE_MS).unref()
  }
}
