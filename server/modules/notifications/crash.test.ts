import { expect, it, type TestContext, vi } from 'vitest'
import { call, takeawayOf } from '#server/testing/call.ts'
import { query } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { migratedStorage } from '#server/testing/storage.ts'
import { openWhatsapp, type TestWhatsapp, whatsappEnvironment } from '#server/testing/whatsapp.ts'
import { type SmallRestaurant, seedSmallRestaurant } from '../../testing/small-restaurant.ts'

const OWNER = { username: 'boss', password: 'secret-boss' }
const WAIT_OPTIONS = { timeout: 40_000, interval: 100 }

/** Storage, a fake WhatsApp and a server that uses both; all are removed when the test ends. */
async function open({ onTestFinished }: TestContext) {
  const whatsapp = await openWhatsapp()
  const storage = await migratedStorage()
  const env = {
    ...{ PORT: '0', LOG_LEVEL: 'fatal', GUEST_WRITES_PER_MINUTE: '0', ...storage.env },
    ...{ OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password },
    ...whatsappEnvironment(whatsapp.account),
  }
  let running: RunningServer | undefined
  onTestFinished(async () => {
    await running?.end('SIGKILL')
    await storage.remove()
    await whatsapp.close()
  })
  const start = async () => {
    running = await startProcess(env)
    return running
  }
  return { whatsapp, storage, start }
}

async function saveNumber({ url }: RunningServer): Promise<void> {
  const { cookie } = await call(url, 'POST', '/api/login', OWNER)
  const number = { ownerPhoneNumber: '40712000111' }
  expect((await call(url, 'PATCH', '/api/settings', number, { headers: { cookie } })).status).toBe(200)
}

async function placeOrder({ url }: RunningServer, { dishes: [dish] }: SmallRestaurant): Promise<number> {
  const { status, body } = await call<{ id: number }>(url, 'POST', '/api/orders', takeawayOf(dish))
  expect(status).toBe(201)
  return body.id
}

/** The first parameter of each message: an order’s number, or a count. */
const sentMessages = (whatsapp: TestWhatsapp) => whatsapp.acceptedMessages.map(({ parameters: [first] }) => first)

it('a server that is killed and restarted announces each order once, or twice if the outcome of the first message is unknown', async (context) => {
  const { whatsapp, storage, start } = await open(context)
  let server = await start()
  const dishes = await seedSmallRestaurant(storage.url())
  await saveNumber(server)
  const first = await placeOrder(server, dishes)
  // A server that is killed before the outcome is recorded does not know it.
  const allRecorded = () =>
    vi.waitFor(async () => {
      const waiting = await query(storage.url(), 'select id from whatsapp_messages where accepted_at is null')
      expect(waiting).toEqual([])
    }, WAIT_OPTIONS)
  await allRecorded()
  expect(sentMessages(whatsapp)).toEqual([String(first)])

  // Killed before it may send the message: the 6 s have not passed.
  const second = await placeOrder(server, dishes)
  await server.end('SIGKILL')
  server = await start()
  await allRecorded()
  expect(sentMessages(whatsapp)).toEqual([String(first), String(second)])

  // Killed after WhatsApp accepted the message and before it responded.
  whatsapp.mishap = () => ({ until: new Promise(() => {}) })
  const third = await placeOrder(server, dishes)
  await vi.waitFor(() => expect(sentMessages(whatsapp).at(-1)).toBe(String(third)), WAIT_OPTIONS)
  await server.end('SIGKILL')
  whatsapp.mishap = () => undefined
  server = await start()
  const fourth = await placeOrder(server, dishes)
  // Expires the lease of the killed server, which would last 20 s.
  await query(storage.url(), 'update whatsapp_queue set leased_until = now()')
  await vi.waitFor(() => expect(whatsapp.acceptedMessages).toHaveLength(4), WAIT_OPTIONS)
  expect([third, fourth, sentMessages(whatsapp)]).toEqual([
    ...[third, fourth],
    [String(first), String(second), String(third), '2 comenzi noi'],
  ])
  await allRecorded()
  const gaps = whatsapp.acceptedMessages.slice(1).map(({ at }, i) => at - (whatsapp.acceptedMessages[i]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6_000)
})
