/* Which table a reservation gets, and when none is free (docs/product/reservations.md#reservations-tables). */

/** From `at` to the first moment after it. */
export interface Stay {
  at: Date
  until: Date
}

export interface Seats {
  id: number
  number: number
  capacity: number
  /** Whether guests' reservations are given it. */
  reservable: boolean
}

/** Tables that are taken for a time. */
export interface Taken extends Stay {
  tableIds: readonly number[]
}

/** Whether two stays have a moment in common. */
export const overlaps = (a: Stay, b: Stay): boolean => a.at < b.until && b.at < a.until

/** Tells which tables are free for a stay, and chooses one. */
export function seating(tables: readonly Seats[], taken: readonly Taken[]) {
  // By table and day: with many full evenings, a look at all stays of a table would take seconds.
  const takenOn = new Map<string, Taken[]>()
  for (const one of taken)
    for (const id of one.tableIds)
      for (const day of daysOf(one)) takenOn.set(`${id}/${day}`, [...(takenOn.get(`${id}/${day}`) ?? []), one])
  const bySize = tables
    .filter(({ reservable }) => reservable)
    .sort((a, b) => a.capacity - b.capacity || a.number - b.number)
  const isFree = (tableId: number, stay: Stay) =>
    !daysOf(stay).some((day) => takenOn.get(`${tableId}/${day}`)?.some((one) => overlaps(one, stay)))
  return {
    isFree,
    /** Whether some tables are all free for a stay, and have enough seats together. */
    suit: (ids: readonly number[], party: number, stay: Stay): boolean =>
      seatsAt(ids, tables) >= party && ids.every((id) => isFree(id, stay)),
    /** The smallest table with enough seats that is free for the whole stay; of equals the one with the lowest number. */
    choose: (party: number, stay: Stay): Seats | undefined =>
      bySize.find(({ id, capacity }) => capacity >= party && isFree(id, stay)),
    /** The seats of the smallest table that a party fits at; parties with the same are offered the same times. */
    seatsFor: (party: number): number | undefined => bySize.find(({ capacity }) => capacity >= party)?.capacity,
    /** The seats of the largest table that guests are given; 0 if there is none. */
    largest: bySize.at(-1)?.capacity ?? 0,
  }
}

const DAY_MS = 24 * 60 * 60_000

/** The days of UTC, counted from 1970, in which a stay has a moment. */
function daysOf({ at, until }: Stay): number[] {
  const first = Math.floor(at.getTime() / DAY_MS)
  return Array.from({ length: Math.floor(until.getTime() / DAY_MS) - first + 1 }, (_, i) => first + i)
}

export const seatsAt = (ids: readonly number[], tables: readonly Pick<Seats, 'id' | 'capacity'>[]): number =>
  tables.reduce((sum, { id, capacity }) => sum + (ids.includes(id) ? capacity : 0), 0)

interface Judged {
  party: number
  tableIds: readonly number[]
}

/** Why a confirmed reservation to come cannot be kept as it is; null if it can. */
export function problemOf({ party, tableIds }: Judged, tables: readonly Seats[], isOpen: boolean) {
  if (!isOpen) return 'closed'
  if (!tables.some(({ id }) => tableIds.includes(id))) return 'no_table'
  return seatsAt(tableIds, tables) < party ? 'too_small' : null
}
