import { lookUpTogether } from '../limits/read-together.ts'

/** A row that was looked up; undefined if there is none. */
export interface LookedUp<Row> {
  row: Row | undefined
  /** Whether a change was announced meanwhile, which the row may lack. */
  isOvertaken: boolean
}

/** Lookups of the rows that sockets ask to watch. */
export interface Lookups<Row> {
  find(id: number): Promise<LookedUp<Row>>
  /** Notes that a row changed. @param id undefined if it may be any row */
  changed(id?: number): void
}

/**
 * Looks up many rows in one read: those that were asked for during a read share the next one, so that a flood of
 * frames uses one connection.
 */
export function createLookups<Row>(read: (ids: number[]) => Promise<ReadonlyMap<number, Row>>): Lookups<Row> {
  const lookUp = lookUpTogether(read)
  const running = new Set<{ id: number; isOvertaken: boolean }>()
  return {
    async find(id) {
      const lookup = { id, isOvertaken: false }
      running.add(lookup)
      try {
        const row = await lookUp(id)
        return { row, isOvertaken: lookup.isOvertaken }
      } finally {
        running.delete(lookup)
      }
    },
    changed(id) {
      for (const lookup of running) if (id === undefined || lookup.id === id) lookup.isOvertaken = true
    },
  }
}
