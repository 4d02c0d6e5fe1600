import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { OWNER_RIGHTS } from '#shared/domain/access.ts'
import { handleErrors } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { createHub, type Hub, openSockets } from './hub.ts'

let app: FastifyInstance
let hub: Hub
afterEach(async () => {
  hub.close()
  await app.close()
})

/** Starts a server with only the socket route, which trusts X-Forwarded-For. */
async function start(maxSocketsPerAddress: number, framesPerAddress?: { burst: number; perSecond: number }) {
  const { log } = recordingLog()
  hub = createHub(log as Log, maxSocketsPerAddress, framesPerAddress)
  app = fastify({ trustProxy: true })
  handleErrors(app)
  app.decorateRequest('viewer', async function (this: { headers: { owner?: string } }) {
    return this.headers.owner ? { ...OWNER_RIGHTS, sessionId: 1, userId: 1, username: 'boss' } : null
  } as never)
  await openSockets(app, hub, () => true)
  return listenUrl(app)
}

it('the sockets of each address are limited; those of owners are counted, but always accepted', async () => {
  const url = await start(3)
  const connectFrom = (address: string, more = {}) => openTestSocket(url, { 'x-forwarded-for': address, ...more })
  const [first] = await Promise.all([
    connectFrom('203.0.113.7'),
    connectFrom('::ffff:203.0.113.7'),
    connectFrom('203.0.113.7'),
  ])
  await expect(connectFrom('203.0.113.7')).rejects.toThrow('429')
  await connectFrom('203.0.113.7', { owner: 'yes' })
  await connectFrom('203.0.113.8')
  for (const host of [1, 2, 3]) await connectFrom(`2001:db8:0:1::${host}`)
  await expect(connectFrom('2001:db8:0:1:ffff::4')).rejects.toThrow('429')
  await connectFrom('2001:db8:0:2::4')
  // The owner's socket counts too, so two sockets must close before the next guest is accepted.
  first.socket.close()
  await expect(connectFrom('203.0.113.7')).rejects.toThrow('429')
  await connectFrom('203.0.113.9')
})

it('an address can open another socket when one of its sockets closes', async () => {
  const url = await start(1)
  const client = await openTestSocket(url)
  await expect(openTestSocket(url)).rejects.toThrow('429')
  client.socket.terminate()
  await vi.waitFor(() => openTestSocket(url))
})

it('an address over its limit of frames opens no socket; slow sockets, other addresses and staff go on', async () => {
  const url = await start(10, { burst: 30, perSecond: 0.001 })
  let read = 0
  const count = () => {
    read++
  }
  hub.addFrameHandlers({ GET_CART: count })
  const connectFrom = (address: string, more = {}) => openTestSocket(url, { 'x-forwarded-for': address, ...more })
  const ask = async ({ socket }: Awaited<ReturnType<typeof connectFrom>>, times: number) => {
    const before = read
    for (let i = 0; i < times; i++) socket.send(JSON.stringify({ type: 'GET_CART' }))
    await vi.waitFor(() => expect(read).toBe(before + times))
  }
  const flooding = await connectFrom('203.0.113.7')
  const slow = await connectFrom('203.0.113.7')
  // Opening the second socket counted as a frame.
  await ask(flooding, 29)
  await expect(connectFrom('203.0.113.7')).rejects.toThrow('429')
  await ask(slow, 4)
  for (let i = 0; i < 20; i++) flooding.socket.send(JSON.stringify({ type: 'GET_CART' }))
  await vi.waitFor(() => expect(flooding.socket.readyState).toBeGreaterThan(1))
  await ask(await connectFrom('203.0.113.7', { owner: 'yes' }), 30)
  await ask(await connectFrom('203.0.113.8'), 28)
})
