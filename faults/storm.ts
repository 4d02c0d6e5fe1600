import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '#server/testing/process.ts'
import { stock } from '#server/testing/small-restaurant.ts'
import { migratedStorage } from '#server/testing/storage.ts'
import { openWhatsapp, whatsappEnvironment } from '#server/testing/whatsapp.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import { faultsIn, readBooks } from './audit.ts'
import { BLOWS, refuseEnded, strike } from './blows.ts'
import { ask, orderAway, type Scene } from './guest.ts'
import { faultsOfMessages, faultsOfOldOrder, readMessages, troubleService, untilAllSent } from './messages.ts'
import { type Deeds, runEvening, STORM_OWNER, signInUntilAnswered } from './owner.ts'
import { seeded } from './random.ts'

const GUESTS = 8
const LONGEST_WAIT_MS = 30_000
const ENV = {
  PORT: '0',
  GUEST_WRITES_PER_MINUTE: '0',
  LOG_LEVEL: 'fatal',
  OWNER_USERNAME: STORM_OWNER.username,
  OWNER_PASSWORD: STORM_OWNER.password,
}

export interface StormOutcome {
  /** What was not as it should be. */
  faults: string[]
  orders: number
  changes: number
  removals: number
  claims: number
  /** The messages that the owner's phone got. */
  messages: number
  blows: string[]
}

/**
 * Eight guests order and the owner changes statuses, takes dishes off and prints while server and database are killed at random moments and the
 * server is started again on the same port; guests try again with the same keys. At the end the books are compared
 * with what was confirmed.
 * @param seed decides what is ordered, changed and killed, and when; the machine's own timing still differs
 * @param blowCount how often something is killed
 * @param tellsAll whether it waits at the end until every order is announced, and lets messages hang for long
 */
export async function storm(seed: number, blowCount: number, tellsAll = false): Promise<StormOutcome> {
  const place = await migratedStorage()
  const service = await openWhatsapp()
  const trouble = troubleService(service, seeded(seed + 200), tellsAll)
  const random = seeded(seed)
  const env = { ...ENV, ...place.env, ...whatsappEnvironment(service.account) }
  let server = await startProcess(env)
  try {
    let isOver = false
    const scene: Scene = {
      url: server.url,
      stock: await stock(place.url()),
      isOver: () => isOver,
      answerMs: 15_000,
      patienceMs: 60_000,
    }
    const cookie = await signInUntilAnswered(scene)
    const guests = Array.from({ length: GUESTS }, (_, i) =>
      orderAway(scene, `seed ${seed}, guest ${i}`, seeded(seed + 1 + i)),
    )
    const deeds: Deeds = { changes: [], removals: [], claims: [] }
    const people = Promise.all([Promise.all(guests), runEvening(scene, cookie, seeded(seed + 100), deeds)])
    // One failure ends the storm; it is thrown where `people` is awaited.
    people.catch(() => {
      isOver = true
    })
    const blows: string[] = []
    const blowsAt: number[] = []
    while (blows.length < blowCount && !isOver) {
      await sleep(200 + random.below(1200))
      refuseEnded(server)
      const blow = random.of(BLOWS)
      blows.push(blow)
      blowsAt.push(Date.now())
      server = await strike(blow, server, place, env, random)
      // What was under way when it began may also have failed at its end.
      blowsAt.push(Date.now())
      // A test waits for no pause, and so lets the orders go sooner that a failure held up.
      if (random.chance(0.25)) void ask(scene, 'POST', '/api/whatsapp/test', {}, { cookie })
    }
    await untilBusy(deeds, () => isOver)
    isOver = true
    refuseEnded(server)
    const [orders] = await people
    const confirmed = orders.flat()
    const untold = tellsAll ? await untilAllSent(scene, cookie, service) : []
    const summary = (await ask(scene, 'GET', '/api/summary', undefined, { cookie }))?.body as Summary
    const messages = await readMessages(place.url(), service, trouble, blowsAt)
    const books = await readBooks(place.url())
    const faults = [
      ...faultsIn(books, confirmed, deeds, summary),
      ...faultsOfMessages(books, messages, trouble, blowsAt),
      ...untold,
      ...(tellsAll ? await faultsOfOldOrder(scene, cookie, service, place.url()) : []),
    ]
    return {
      faults,
      messages: messages.sent.length,
      orders: books.orders.length,
      changes: deeds.changes.length,
      removals: deeds.removals.length,
      claims: deeds.claims.length,
      blows,
    }
  } finally {
    await server.end('SIGKILL')
    await service.close()
    await place.remove()
  }
}

/** On a slow machine the owner comes to nothing between the blows; what was not done cannot be found in the books. */
async function untilBusy({ changes, removals, claims }: Deeds, isOver: () => boolean): Promise<void> {
  const isBusy = () => Math.min(changes.length, removals.length, claims.length) > 2
  for (const began = Date.now(); !isBusy() && !isOver() && Date.now() - began < LONGEST_WAIT_MS; ) await sleep(50)
}
