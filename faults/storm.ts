import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { migratedStorage } from '#server/testing/storage.ts'
import { openWhatsapp, whatsappEnvironment } from '#server/testing/whatsapp.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import { faultsIn, readBooks } from './audit.ts'
import { backUpRepeatedly, faultsOfBackups } from './backups.ts'
import { assertRunning, BLOWS, strike } from './blows.ts'
import { placeOrders, type Scene, sendRequest } from './guest.ts'
import { faultsOfMessages, faultsOfOldOrder, readMessages, troubleWhatsapp, untilAllSent } from './messages.ts'
import { type ConfirmedActions, runEvening, STORM_ENV, signInRepeatedly } from './owner.ts'
import { seeded } from './random.ts'

const GUESTS = 8
const MAX_WAIT_MS = 120_000

export interface StormOutcome {
  /** Descriptions of everything that was wrong. */
  faults: string[]
  orders: number
  changes: number
  removals: number
  claims: number
  /** Number of messages that the owner's phone received. */
  messages: number
  /** How many backups are stored at the end. */
  backups: number
  blows: string[]
}

/**
 * Eight guests place orders, the owner changes statuses, removes dishes and prints, and one backup after another is made,
 * while server and database are killed at random moments and the server is started again on the same port. Guests repeat requests with the same
 * idempotency keys. At the end the database is compared with what was confirmed, and with a backup of it.
 * @param seed decides what is ordered, changed and killed, and when; the timing still differs from run to run
 * @param blowCount how often something is killed
 * @param waitsForMessages whether it waits at the end until every order is announced, and WhatsApp may hang for long
 */
export async function storm(seed: number, blowCount: number, waitsForMessages = false): Promise<StormOutcome> {
  const storage = await migratedStorage()
  const whatsapp = await openWhatsapp()
  const trouble = troubleWhatsapp(whatsapp, seeded(seed + 200), waitsForMessages)
  const random = seeded(seed)
  const env = { ...STORM_ENV, ...storage.env, ...whatsappEnvironment(whatsapp.account) }
  let server = await startProcess(env)
  try {
    let isOver = false
    const scene: Scene = {
      url: server.url,
      stock: await seedSmallRestaurant(storage.url()),
      isOver: () => isOver,
      timeoutMs: 60_000,
      patienceMs: 120_000,
    }
    const cookie = await signInRepeatedly(scene)
    const guests = Array.from({ length: GUESTS }, (_, i) =>
      placeOrders(scene, `seed ${seed}, guest ${i}`, seeded(seed + 1 + i)),
    )
    const actions: ConfirmedActions = { changes: [], removals: [], claims: [] }
    const people = Promise.all([
      Promise.all(guests),
      runEvening(scene, cookie, seeded(seed + 100), actions),
      backUpRepeatedly(scene, cookie),
    ])
    // One failure ends the storm; the error is thrown where `people` is awaited.
    people.catch(() => {
      isOver = true
    })
    const blows: string[] = []
    const blowsAt: number[] = []
    while (blows.length < blowCount && !isOver) {
      await sleep(200 + random.below(1200))
      assertRunning(server)
      const blow = random.of(BLOWS)
      blows.push(blow)
      blowsAt.push(Date.now())
      server = await strike(blow, server, storage, env, random)
      // Requests that were running when the blow began may also have failed when it ended.
      blowsAt.push(Date.now())
      // A test message is not delayed by a pause, and so ends the pause that a failure caused.
      if (random.chance(0.25)) void sendRequest(scene, 'POST', '/api/whatsapp/test', {}, { cookie })
    }
    await untilBusy(actions, () => isOver)
    isOver = true
    assertRunning(server)
    const [orders] = await people
    const confirmed = orders.flat()
    const unsent = waitsForMessages ? await untilAllSent(scene, cookie, whatsapp) : []
    const summary = (await sendRequest(scene, 'GET', '/api/summary', undefined, { cookie }))?.body as Summary
    const messages = await readMessages(storage.url(), whatsapp, trouble, blowsAt)
    const books = await readBooks(storage.url())
    const backups = await faultsOfBackups(scene, cookie, storage, books)
    const faults = [
      ...faultsIn(books, { confirmed, actions }, summary),
      ...faultsOfMessages(books, messages, trouble, blowsAt),
      ...unsent,
      ...backups.faults,
      ...(waitsForMessages ? await faultsOfOldOrder(scene, cookie, whatsapp, storage.url()) : []),
    ]
    return {
      faults,
      messages: messages.sent.length,
      backups: backups.backups,
      orders: books.orders.length,
      changes: actions.changes.length,
      removals: actions.removals.length,
      claims: actions.claims.length,
      blows,
    }
  } finally {
    await server.end('SIGKILL')
    await whatsapp.close()
    await storage.remove()
  }
}

/** Waits until the owner has done something: on a slow machine there may be no time between the blows. */
async function untilBusy({ changes, removals, claims }: ConfirmedActions, isOver: () => boolean): Promise<void> {
  const isBusy = () => Math.min(changes.length, removals.length, claims.length) > 2
  for (const began = Date.now(); !isBusy() && !isOver() && Date.now() - began < MAX_WAIT_MS; ) await sleep(50)
}
