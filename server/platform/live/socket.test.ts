import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { OWNER_RIGHTS } from '#shared/domain/access.ts'
import { handleErrors } from '../http/answers/errors.ts'
import type { Log } from '../log.ts'
import { createHub, type Hub } from './hub.ts'
import { openSockets } from './socket.ts'

let app: FastifyInstance
let hub: Hub
afterEach(async () => {
  hub.close()
  await app.close()
})

/** Starts a server with only the socket route, which trusts X-Forwarded-For. */
async function start(maxSocketsPerAddress: number): Promise<string> {
  const { log } = recordingLog()
  hub = createHub(log as Log, maxSocketsPerAddress)
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
