import { beforeEach, expect, it } from 'vitest'
import { backupState } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { openGate } from './gate.ts'

const server = testServer()
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
const START = new Date('2026-11-21T12:00:00.000Z')
const open = () => openGate(server.connection.db, server.clock)
const pass = (ms: number) => server.clock.set(new Date(server.clock.now().getTime() + ms))
const store = (gateOpenAt: Date | null) => server.connection.db.update(backupState).set({ gateOpenAt })

beforeEach(async () => {
  server.clock.set(START)
  await store(null)
})

it('the gate stays open however much time passes, and while the clock is set by ten minutes in all', async () => {
  const gate = await open()
  expect([gate.isOpen(), gate.opensAt()]).toEqual([true, null])
  pass(40 * DAY_MS)
  expect(gate.isOpen()).toBe(true)
  for (const minutes of [10, -10, -10, 15, 5]) {
    server.clock.jump(minutes * MINUTE_MS)
    expect([minutes, gate.isOpen()]).toEqual([minutes, true])
  }
})

it.each([10 * MINUTE_MS + 1, -10 * MINUTE_MS - 1, 3 * 365 * DAY_MS, -40 * DAY_MS])(
  'the gate is shut for an hour after the clock was set by %i ms',
  async (ms) => {
    const gate = await open()
    pass(5 * DAY_MS)
    server.clock.jump(ms)
    expect(gate.opensAt()).toEqual(new Date(server.clock.now().getTime() + HOUR_MS))
    pass(HOUR_MS - 1)
    expect(gate.isOpen()).toBe(false)
    pass(1)
    expect(gate.isOpen()).toBe(true)
    // Set right again, it is shut once more.
    server.clock.jump(-ms)
    expect(gate.isOpen()).toBe(false)
  },
)

it('the gate is shut for an hour from a start more than a week after it was open', async () => {
  const gate = await open()
  await gate.noteOpen()
  for (const [awayMs, isOpen] of [
    [7 * DAY_MS, true],
    [7 * DAY_MS + 1, false],
    // The clock was ahead when it was stored.
    [-40 * DAY_MS, true],
  ] as const) {
    server.clock.set(new Date(START.getTime() + awayMs))
    const next = await open()
    expect([awayMs, next.isOpen()]).toEqual([awayMs, isOpen])
    pass(HOUR_MS)
    expect(next.isOpen()).toBe(true)
  }
})
