import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orders } from '#server/db/schema/index.ts'
import { overdueFixture, TODAY } from './fixtures/overdue.ts'
import { privacyClock } from './privacy-clock.ts'

const { changeSettings, erasedOf, insertOldOrders, isErased, parts, server, setClock } = overdueFixture()

describe('the privacy clock', () => {
  const MINUTE_MS = 60_000
  /** Calls the check every minute of the server's clock. @returns the minutes at which it erased data */
  async function runMinutes(check: () => Promise<void>, minutes: number): Promise<number[]> {
    const runs: number[] = []
    for (let minute = 1; minute <= minutes; minute++) {
      server.clock.set(new Date(server.clock.now().getTime() + MINUTE_MS))
      const [id = 0] = await insertOldOrders(1)
      await check()
      if (await isErased(id)) runs.push(minute)
      else await server.connection.db.delete(orders).where(eq(orders.id, id))
    }
    return runs
  }

  it('erases soon after a start, and then at the beginning of each business day', async () => {
    await changeSettings({ businessDayStart: '04:00' })
    setClock('2026-11-21T01:50:00Z')
    const check = privacyClock(parts())
    // 03:50 local time: after five minutes, and when the day begins at 04:00.
    expect(await runMinutes(check, 30)).toEqual([5, 10])
  })

  it('waits after each jump of the clock until it has run steadily', async () => {
    setClock('2031-11-21T12:00:00Z')
    const check = privacyClock(parts())
    expect(await runMinutes(check, 4)).toEqual([])
    setClock(TODAY)
    expect(await runMinutes(check, 4)).toEqual([])
    setClock('2026-11-21T13:00:00Z')
    expect(await runMinutes(check, 10)).toEqual([6])
    // The clock is far ahead for a while and then corrected: it erases again on the next day.
    setClock('2031-11-21T12:00:00Z')
    expect(await runMinutes(check, 4)).toEqual([])
    setClock('2026-11-22T12:00:00Z')
    expect(await runMinutes(check, 10)).toEqual([6])
  })

  it('tries again at the next check after a failure', async () => {
    setClock(TODAY)
    let isDatabaseAway = true
    const failing = parts()
    const { reports } = failing
    Object.defineProperty(failing, 'reports', {
      get() {
        if (isDatabaseAway) throw new Error('away')
        return reports
      },
    })
    const check = privacyClock(failing)
    const ids = await insertOldOrders(1)
    for (let minute = 0; minute < 5; minute++) {
      server.clock.set(new Date(server.clock.now().getTime() + MINUTE_MS))
      await check().catch(() => {})
    }
    expect(await erasedOf(ids)).toEqual([])
    isDatabaseAway = false
    await runMinutes(check, 1)
    expect(await erasedOf(ids)).toEqual(ids)
  })
})
