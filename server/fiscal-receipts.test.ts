import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { fiscalMachine } from './testing/fiscal-bridge.ts'
import type { DriverManner } from './testing/fiscal-driver.ts'
import { SOUP } from './testing/paying.ts'
import { listenUrl } from './testing/phone.ts'
import { PROFILE, receiptsFixture } from './testing/receipts.ts'

/* The real bridge as a process, with real folders and a strict driver, against the server. */

const { server, device, place, paid, receiptsOf, decide, z } = receiptsFixture()
let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

function machineFor(times?: Record<string, number>) {
  const machine = fiscalMachine(url, times)
  machine.configure({ token: device.token })
  ends.push(machine.end)
  return machine
}

async function pays(more: object = {}) {
  const { id } = await place()
  await paid({ orders: [id], due: 2 * SOUP, amount: 2 * SOUP, ...more })
  return id
}
const until = (order: number | undefined, expected: object) =>
  vi.waitFor(async () => expect(await receiptsOf(order)).toMatchObject([expected]), { timeout: 20_000 })

it('a paid bill with a tip and a company comes out once, and its number stands in Masa', async () => {
  const machine = machineFor()
  machine.start()
  const order = await pays({ tip: 500, taxNumber: 'RO12345674' })
  await until(order, { state: 'printed', number: '1' })
  expect(machine.driver.papers.map(({ paper }) => paper)).toEqual([
    {
      taxNumber: 'RO12345674',
      lines: [expect.objectContaining({ group: 2, sum: 2 * SOUP }), { name: 'Bacsis', group: 4, sum: 500 }],
      payments: [{ code: 2, amount: 2 * SOUP + 500 }],
      ...{ total: 2 * SOUP + 500, change: 0 },
    },
  ])
})

it.each<[DriverManner, object]>([
  ['late', { state: 'printed' }],
  ['twice', { state: 'printed' }],
  ['half', { state: 'unclear' }],
  ['wrongly', { state: 'unclear' }],
  ['silent', { state: 'unclear' }],
  ['deaf', { state: 'unclear' }],
])('with a driver that answers %j, a receipt is %j, and the next one is printed', async (manner, expected) => {
  const machine = machineFor({ answer: manner === 'late' || manner === 'twice' ? 10_000 : 300 })
  machine.driver.manner = manner
  machine.start()
  const order = await pays()
  await until(order, expected)
  machine.driver.manner = 'at once'
  await until(await pays(), { state: 'printed' })
  expect(machine.driver.papers).toHaveLength(manner === 'deaf' ? 1 : 2)
  expect(await receiptsOf(order)).toMatchObject([expected])
})

it('what the device refuses is printed when a person sends it again, under another name', async () => {
  const machine = machineFor()
  machine.start()
  const set = (profile: object) => server.asOwner('PATCH', `/api/printers/${device.id}`, { profile })
  await set({ ...PROFILE, groups: { none: 5 } })
  const order = await pays()
  await until(order, { state: 'refused', code: '-112001', info: expect.stringContaining('5') })
  await set(PROFILE)
  const [receipt] = await receiptsOf(order)
  await decide(receipt?.id ?? 0, 'again')
  await until(order, { state: 'printed', number: '1' })
  expect(new Set(machine.driver.seen).size).toBe(2)
})

it('a bridge that is killed while the driver works tells what came out, on a machine that is the same', async () => {
  const machine = machineFor()
  machine.driver.manner = 'late'
  const bridge = machine.start()
  const order = await pays()
  await vi.waitFor(() => expect(machine.driver.seen).toHaveLength(1))
  bridge.process.kill('SIGKILL')
  await bridge.exited
  expect(await receiptsOf(order)).toMatchObject([{ state: 'handed' }])
  machine.start()
  await until(order, { state: 'printed' })
  expect(machine.driver.papers).toHaveLength(1)
})

it('another token stops the bridge, which says so', async () => {
  const machine = machineFor()
  machine.configure({ token: 'x'.repeat(32) })
  const bridge = machine.start()
  await vi.waitFor(() => expect(bridge.output()).toContain('does not know the token'))
})

it('the Z report is handed over', async () => {
  const machine = machineFor()
  machine.start()
  await z()
  await vi.waitFor(() => expect(machine.driver.seen).toHaveLength(1))
})
