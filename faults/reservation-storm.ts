import { isDeepStrictEqual } from 'node:util'
import { query } from '#server/testing/databases.ts'
import type { Reservation } from '#shared/contracts/reservations.ts'
import { RESERVATIONS_ON } from './attacks/reservations.ts'
import { type Scene, sendRequest, sendUntilAnswered } from './guest.ts'
import { type Random, seeded } from './random.ts'
import { type Reserved, reserveOnPages } from './reservation-guest.ts'
import { onTwoServers } from './several/two-servers.ts'

const [WAITERS, GUESTS] = [8, 4]
const HALF_HOUR_MS = 30 * 60_000

interface Confirmed {
  id: number
  name: string
}

/**
 * People of the house and guests book, move and cancel at the same tables on two instances behind a proxy, which are
 * killed; guests lose answers, and edit. At the end each confirmed reservation is stored once and as its guest read it
 * last, and no two share a table.
 */
export function reservationStorm(seed: number, kills: number) {
  return onTwoServers({ patienceMs: 240_000 }, async ({ scene: open, cookie, storage, killSome }) => {
    await query(storage.url(), RESERVATIONS_ON)
    let isOver = false
    const scene: Scene = { ...open, isOver: () => isOver }
    const waiters = Promise.all(
      Array.from({ length: WAITERS }, (_, i) => book(scene, cookie, `seed ${seed}, ${i}`, seeded(seed + 1 + i))),
    )
    const guests = Promise.all(
      Array.from({ length: GUESTS }, (_, i) =>
        reserveOnPages(scene, `guest ${i} of ${seed}`, 20 + i, seeded(seed + 101 + i)),
      ),
    )
    // What fails is thrown where they are awaited.
    for (const people of [waiters, guests]) people.catch(() => {})
    const blows = await killSome(seeded(seed), kills, () => false)
    isOver = true
    const confirmed = (await waiters).flat()
    const reserved = (await guests).flat()
    const inBook = await faultsOfBook(storage.url(), confirmed)
    const faults = [...inBook.faults, ...(await faultsOfGuests(storage.url(), reserved))]
    return {
      ...inBook,
      faults,
      confirmed: confirmed.length,
      onPages: reserved.length,
      edited: reserved.filter(({ notes }) => notes).length,
      blows,
    }
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

async function faultsOfGuests(url: string, reserved: readonly Reserved[]): Promise<string[]> {
  const rows = await query<Omit<Reserved, 'at'> & { at: Date }>(
    url,
    `select name, at, coalesce(notes, '') as notes, status from reservations where source = 'guest'`,
  )
  const byName = Map.groupBy(rows, ({ name }) => name)
  const faults = reserved.flatMap(({ name, ...expected }) => {
    const stored = (byName.get(name) ?? []).map(({ at, notes, status }) => ({ at: at.toISOString(), notes, status }))
    return isDeepStrictEqual(stored, [{ ...expected, at: new Date(expected.at).toISOString() }])
      ? []
      : `${name}: read ${JSON.stringify(expected)}, stored ${JSON.stringify(stored)}`
  })
  if (byName.size > reserved.length) faults.push(`${byName.size - reserved.length} are stored that no guest has read`)
  return faults
}
