import { query } from '#server/testing/databases.ts'
import type { Reservation } from '#shared/contracts/reservations.ts'
import { RESERVATIONS_ON } from './attacks/reservations.ts'
import { type Scene, sendRequest, sendUntilAnswered } from './guest.ts'
import { type Random, seeded } from './random.ts'
import { onTwoServers } from './several/two-servers.ts'

const WAITERS = 8
const HALF_HOUR_MS = 30 * 60_000

interface Confirmed {
  id: number
  name: string
}

/**
 * People of the house book, move and cancel at the same tables on two instances behind a proxy, which are killed. At
 * the end each confirmed reservation is stored once, and no two share a table.
 */
export function reservationStorm(seed: number, kills: number) {
  return onTwoServers({ patienceMs: 240_000 }, async ({ scene: open, cookie, storage, killSome }) => {
    await query(storage.url(), RESERVATIONS_ON)
    let isOver = false
    const scene: Scene = { ...open, isOver: () => isOver }
    const waiters = Promise.all(
      Array.from({ length: WAITERS }, (_, i) => book(scene, cookie, `seed ${seed}, ${i}`, seeded(seed + 1 + i))),
    )
    // What fails is thrown where `waiters` is awaited.
    waiters.catch(() => {})
    const blows = await killSome(seeded(seed), kills, () => false)
    isOver = true
    const confirmed = (await waiters).flat()
    return { ...(await faultsOfBook(storage.url(), confirmed)), confirmed: confirmed.length, blows }
  })
}

/** Books until the storm is over, each with a key and a name of its own, and moves or cancels some. */
async function book(scene: Scene, cookie: string, waiter: string, random: Random): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = []
  // Few half hours, so that most tables are wanted by several.
  const at = () => new Date((Math.ceil(Date.now() / HALF_HOUR_MS) + 2 + random.below(40)) * HALF_HOUR_MS).toISOString()
  for (let count = 0; !scene.isOver(); count++) {
    const name = `${waiter}, ${count}`
    const body = { at: at(), party: 1 + random.below(4), name }
    const send = () => sendUntilAnswered(scene, '/api/reservations', name, body, { cookie, statuses: [201, 409] })
    const answers = await Promise.all(random.chance(0.3) ? [send(), send()] : [send()])
    for (const { status, body: made } of answers)
      if (status === 201) confirmed.push({ name, id: (made as { reservation: Reservation }).reservation.id })
    const change = random.chance(0.5) ? { at: at() } : { status: 'cancelled' }
    const some = confirmed.length > 0 ? random.of(confirmed).id : 0
    await sendRequest(scene, 'PATCH', `/api/reservations/${some}`, change, { cookie })
  }
  return confirmed
}

async function faultsOfBook(url: string, confirmed: readonly Confirmed[]) {
  const overlaps = await query<Record<'a' | 'b', string>>(
    url,
    `select a.name as a, b.name as b from reservations a join reservations b on a.id < b.id and a.table_ids && b.table_ids
      where a.at < b.until and b.at < a.until and a.status = 'confirmed' and b.status = 'confirmed'`,
  )
  const faults = overlaps.map(({ a, b }) => `${a} and ${b} share a table`)
  const rows = await query<Confirmed>(url, 'select id::int, name from reservations')
  const idOf = new Map(rows.map(({ id, name }) => [name, id]))
  if (idOf.size < rows.length) faults.push(`${rows.length - idOf.size} are stored twice`)
  for (const { id, name } of confirmed)
    if (idOf.get(name) !== id) faults.push(`${name}: ${id} was confirmed, ${idOf.get(name)} is stored`)
  return { faults, reservations: rows.length }
}
