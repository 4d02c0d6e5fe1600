import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '#server/db/embedded/index.ts'
import { createDatabase } from '#server/testing/databases.ts'
import { type RunningServer, runCommand, startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { embeddedUrl } from '#server/testing/storage.ts'
import { openTemporary, temporaryFolder } from '#server/testing/temporary-database.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import { faultsIn, readBooks } from './audit.ts'
import { placeOrders, type Scene, sendRequest } from './guest.ts'
import { STORM_ENV, signInRepeatedly } from './owner.ts'
import { seeded } from './random.ts'
import { PATIENCE_MS } from './table-end.ts'

const GUESTS = 6
/** Longer than a move of a small restaurant takes, so that some are killed at each step, and some are not. */
const MAX_MOVE_MS = 4_000

interface MovingOutcome {
  faults: string[]
  orders: number
  moves: number
  blows: string[]
}

type Place = { DATA_DIR: string; DATABASE_URL: string }

/**
 * Guests place orders, while the restaurant is moved from a folder to a PostgreSQL server, and on from place to place.
 * Attempts to move it are killed at random moments. Masa is started in each new place on the same port, and guests
 * repeat their requests. At the end the last place is compared with what was confirmed anywhere.
 * @param seed decides what is ordered, and when a move is killed
 * @param moves how often the restaurant is moved
 * @param kills how many attempts are killed before each move
 */
export async function moving(seed: number, moves: number, kills: number): Promise<MovingOutcome> {
  const random = seeded(seed)
  const databases = await openTemporary()
  const folders: string[] = []
  const newFolder = async () => {
    const folder = await temporaryFolder()
    folders.push(folder)
    return folder
  }
  const faults: string[] = []
  const blows: string[] = []
  let place: Place = { DATA_DIR: await newFolder(), DATABASE_URL: '' }
  let server: RunningServer = await startProcess({ ...STORM_ENV, ...place })
  let isOver = false
  try {
    const stock = await seedSmallRestaurant(embeddedUrl(place.DATA_DIR))
    const scene: Scene = { url: server.url, stock, isOver: () => isOver, timeoutMs: 15_000, patienceMs: PATIENCE_MS }
    const cookie = await signInRepeatedly(scene)
    const guests = Promise.all(
      Array.from({ length: GUESTS }, (_, i) =>
        placeOrders(scene, `seed ${seed}, guest ${i}`, seeded(seed + 1 + i), 300),
      ),
    )
    // A failure ends the drill; it is thrown where `guests` is awaited.
    guests.catch(() => {
      isOver = true
    })
    for (let move = 0; move < moves && !isOver; move++) {
      const next: Place = {
        DATA_DIR: move % 2 === 0 ? place.DATA_DIR : await newFolder(),
        DATABASE_URL: move % 2 === 0 ? await createDatabase(databases.url, `masa_moved_${move}`) : '',
      }
      const to = next.DATABASE_URL || next.DATA_DIR
      for (let kill = 0; kill < kills; kill++) blows.push(await killMove(place, to, random.below(MAX_MOVE_MS)))
      await finishMove(place, to)
      await server.end('SIGTERM')
      const old = await startProcess({ ...STORM_ENV, ...place }).catch(() => undefined)
      await old?.end('SIGKILL')
      if (old) faults.push('the old place could be started')
      place = next
      server = await startProcess({ ...STORM_ENV, ...place, PORT: String(server.port) })
      await sleep(500)
    }
    isOver = true
    const confirmed = (await guests).flat()
    const summary = (await sendRequest(scene, 'GET', '/api/summary', undefined, { cookie }))?.body as Summary
    await server.end('SIGTERM')
    const embedded = place.DATABASE_URL ? undefined : await openEmbedded({ dataDir: place.DATA_DIR, log: () => {} })
    const books = await readBooks(embedded?.url ?? place.DATABASE_URL).finally(() => embedded?.close())
    faults.push(...faultsIn(books, { confirmed, actions: { changes: [], removals: [], claims: [] } }, summary))
    return { faults, orders: books.orders.length, moves, blows }
  } finally {
    isOver = true
    await server.end('SIGKILL')
    await databases.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
  }
}

/** Kills a move some time after it has frozen the old place, unless it has ended by then. */
async function killMove(place: Place, to: string, afterMs: number): Promise<string> {
  const killed = runCommand('move', { ...place }, '--to', to)
  await Promise.race([killed.printed('Orders and changes are refused').then(() => sleep(afterMs)), killed.ended]).catch(
    () => {},
  )
  killed.process.kill(afterMs % 2 ? 'SIGTERM' : 'SIGKILL')
  const { code } = await killed.ended
  return `${afterMs} ms: ${code}`
}

/** Moves the restaurant, or ends the move that was killed at its last step. */
async function finishMove(place: Place, to: string): Promise<void> {
  for (const began = Date.now(); ; await sleep(300)) {
    const { code, output } = await runCommand('move', { ...place }, '--to', to).ended
    if (code === 0 || output.includes('Start Masa there')) return
    // PostgreSQL notices a moment later that a move was killed.
    if (Date.now() - began > PATIENCE_MS) throw new Error(`the restaurant could not be moved: ${output}`)
  }
}
