import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { takeaway, testServer } from '../testing/app.ts'
import { listenUrl } from '../testing/phone.ts'
import { ROOT_FOLDER, runNode } from '../testing/project.ts'
import { freePort } from '../testing/proxy.ts'

const server = testServer({ webhooksOnLoopback: true })

const fileOf = (example: string) => path.join(ROOT_FOLDER, 'docs', 'examples', `${example}.mjs`)

/** The variables that an example needs, with a token for it. */
async function environmentOf(name: string, scopes: string[]) {
  const { token } = (await server.asOwner('POST', '/api/programs', { name, scopes })).json<{ token: string }>()
  return { MASA_URL: await listenUrl(server.app), MASA_TOKEN: token }
}

it('the example for orders prints open and new orders', async () => {
  await server.call('POST', '/api/orders', takeaway(server))
  const env = { ...process.env, ...(await environmentOf('orders', ['orders:read'])) }
  const reading = spawn(process.execPath, [fileOf('orders')], { env })
  onTestFinished(() => void reading.kill('SIGKILL'))
  let printed = ''
  reading.stdout.on('data', (data) => {
    printed += data
  })
  await vi.waitFor(() => expect(printed).toMatch(/^Order \d+ \(pending\): 57.00 lei\n {2}2 × Bean soup\n$/), 30_000)
  await server.call('POST', '/api/orders', takeaway(server))
  await vi.waitFor(() => expect(printed.match(/Order/g)).toHaveLength(2), 30_000)
})

it('the example for events prints a closed day, and believes nobody else', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const added = await server.asOwner('POST', '/api/webhooks', { url, events: ['day.closed'] })
  const { id, secret } = added.json<{ id: number; secret: string }>()
  const env = { ...process.env, MASA_SECRET: secret, PORT: String(port) }
  const hearing = spawn(process.execPath, [fileOf('events')], { env })
  onTestFinished(() => void hearing.kill('SIGKILL'))
  let printed = ''
  hearing.stdout.on('data', (data) => {
    printed += data
  })
  const forged = () => fetch(url, { method: 'POST', body: '{"type":"day.closed"}' })
  await vi.waitFor(async () => expect((await forged()).status).toBe(401), 30_000)
  await server.asOwner('PATCH', '/api/settings', { payments: true })
  const order = (await server.call('POST', '/api/orders', takeaway(server))).json<{ id: number }>()
  const payment = { orders: [order.id], due: 5700, amount: 5700, method: 1 }
  const { id: seen } = (await server.asOwner('POST', '/api/payments', payment, { 'idempotency-key': 'pay' })).json()
  await server.asOwner('POST', '/api/days/close', { counted: 5700, left: 0, seen }, { 'idempotency-key': 'close' })
  await vi.waitFor(() => expect(printed).toBe('Day 1 (lei)\n  Cash: 57.00\n'), 30_000)
  const deliveries = (await server.asOwner('GET', `/api/webhooks/${id}/deliveries`)).json()
  expect(deliveries).toMatchObject([{ type: 'day.closed' }])
})

it('the example for the menu adds dishes, and sets the prices of those that are there', async () => {
  const env = await environmentOf('menu', ['menu:read', 'menu:write'])
  expect(await runNode([fileOf('menu')], ROOT_FOLDER, env)).toBe('Changed: Bean soup\nAdded: Lemonade\n')
  const dishes = (await server.call('GET', '/api/menu')).json<{ name: string; price: number }[]>()
  const prices = Object.fromEntries(dishes.map(({ name, price }) => [name, price]))
  expect(prices).toMatchObject({ 'Bean soup': 2900, Lemonade: 1500 })
})
