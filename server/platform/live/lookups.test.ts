import { describe, expect, it } from 'vitest'
import { createLookups } from './watchers.ts'

/** Lookups of rows that are named by their ids, each of which ends when the test says so. */
function controlledLookups() {
  const reads: { ids: number[]; end: () => void }[] = []
  const lookups = createLookups<string>((ids) => {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<number, string>>()
    reads.push({ ids, end: () => resolve(new Map(ids.filter((id) => id < 100).map((id) => [id, `row ${id}`]))) })
    return promise
  })
  return { reads, lookups }
}

describe('a lookup', () => {
  it('reads together what is asked for during another read', async () => {
    const { reads, lookups } = controlledLookups()
    const found = [1, 2, 3, 2, 100].map((id) => lookups.find(id))
    reads[0]?.end()
    expect(await found[0]).toEqual({ row: 'row 1', isOvertaken: false })
    await expect.poll(() => reads.length).toBe(2)
    expect(reads[1]?.ids).toEqual([2, 3, 100])
    reads[1]?.end()
    const rows = ['row 2', 'row 3', 'row 2', undefined].map((row) => ({ row, isOvertaken: false }))
    expect(await Promise.all(found.slice(1))).toEqual(rows)
  })

  it('says whether a change was announced meanwhile', async () => {
    const { reads, lookups } = controlledLookups()
    lookups.changed(1)
    const found = [1, 2].map((id) => lookups.find(id))
    lookups.changed(2)
    reads[0]?.end()
    expect((await found[0])?.isOvertaken).toBe(false)
    await expect.poll(() => reads.length).toBe(2)
    reads[1]?.end()
    expect((await found[1])?.isOvertaken).toBe(true)
    const again = lookups.find(2)
    lookups.changed(3)
    reads[2]?.end()
    expect((await again).isOvertaken).toBe(false)
    const third = lookups.find(3)
    lookups.changed()
    reads[3]?.end()
    expect((await third).isOvertaken).toBe(true)
  })
})
