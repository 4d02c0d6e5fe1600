import { expect, it, type TestContext, vi } from 'vitest'
import { query } from '#server/db/embedded/fixtures/tools.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { migratedStorage } from '#server/testing/storage.ts'
import { openWhatsapp, type TestWhatsapp, whatsappEnvironment } from '#server/testing/whatsapp.ts'
import { type Stock, stock } from '../../testing/small-restaurant.ts'

const OWNER = { username: 'boss', password: 'secret-boss' }
const PATIENCE = { timeout: 40_000, interval: 100 }

/** Place, service and the server that uses both, which go when the test ends. */
async function open({ onTestFinished }: TestContext) {
  const service = await openWhatsapp()
  const place = await migratedStorage()
  const env = {
    ...{ PORT: '0', LOG_LEVEL: 'fatal', GUEST_WRITES_PER_MINUTE: '0', ...place.env },
    ...{ OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password },
    ...whatsappEnvironment(service.account),
  }
  let running: RunningServer | undefined
  onTestFinished(async () => {
    await running?.end('SIGKILL')
    await place.remove()
    await service.close()
  }, 60_000)
  const start = async () => {
    running = await startProcess(env)
    return running
  }
  return { service, place, start }
}

async function call(server: RunningServer, method: string, path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
  expect(answer.status).toBeLessThan(300)
  return answer
}

async function saveNumber(server: RunningServer): Promise<void> {
  const signedIn = await call(server, 'POST', '/api/login', OWNER)
  const cookie = signedIn.headers.getSetCookie().find((one) => one.startsWith('masa_session=')) ?? ''
  await call(server, 'PATCH', '/api/settings', { ownerPhoneNumber: '40712000111' }, cookie)
}

async function order(server: RunningServer, { dishes: [dish] }: Stock): Promise<number> {
  const { id = 0, price = 0 } = dish ?? {}
  const answer = await call(server, 'POST', '/api/orders', {
    ...{ items: [{ menuItemId: id, quantity: 1 }], total: price, diningOption: 'takeaway' },
    ...{ customerName: 'Ana Pop', phoneNumber: '0712 345 678' },
  })
  return ((await answer.json()) as { id: number }).id
}

const told = (service: TestWhatsapp) => service.taken.map(({ parameters: [first] }) => first)

it('a server that is killed tells of each order once, or twice where nobody knows what became of the first message', async (context) => {
  const { service, place, start } = await open(context)
  let server = await start()
  const dishes = await stock(place.url())
  await saveNumber(server)
  const first = await order(server, dishes)
  // Not before it is written down: a server that is killed before that does not know it.
  const allWritten = () =>
    vi.waitFor(async () => {
      const waiting = await query(place.url(), 'select id from whatsapp_messages where accepted_at is null')
      expect(waiting).toEqual([])
    }, PATIENCE)
  await allWritten()
  expect(told(service)).toEqual([String(first)])

  // Killed before it may send: 6 s have not passed.
  const second = await order(server, dishes)
  await server.end('SIGKILL')
  server = await start()
  await allWritten()
  expect(told(service)).toEqual([String(first), String(second)])

  // Killed while the message was taken, and not answered yet.
  service.mishap = () => ({ until: new Promise(() => {}) })
  const third = await order(server, dishes)
  await vi.waitFor(() => expect(told(service).at(-1)).toBe(String(third)), PATIENCE)
  await server.end('SIGKILL')
  service.mishap = () => undefined
  server = await start()
  const fourth = await order(server, dishes)
  // What the dead server had taken is free 20 s later.
  await query(place.url(), 'update whatsapp_queue set leased_until = now()')
  await vi.waitFor(() => expect(service.taken).toHaveLength(4), PATIENCE)
  expect([third, fourth, told(service)]).toEqual([
    ...[third, fourth],
    [String(first), String(second), String(third), '2 comenzi noi'],
  ])
  await allWritten()
  const gaps = service.taken.slice(1).map(({ at }, i) => at - (service.taken[i]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6_000)
}, 120_000)
