import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { answerErrors } from '../http/answers/errors.ts'
import type { Log } from '../log.ts'
import { createHub, type Hub } from './hub.ts'
import { openSockets } from './socket.ts'

let app: FastifyInstance
let hub: Hub
afterEach(async () => {
  hub.close()
  await app.close()
})

/** A server that has only sockets, and trusts every proxy. */
async function start(maxOfAddress: number): Promise<string> {
  const { log } = recordingLog()
  hub = createHub(log as Log, maxOfAddress)
  app = fastify({ trustProxy: true })
  answerErrors(app)
  app.decorateRequest('viewer', async function (this: { headers: { owner?: string } }) {
    return this.headers.owner ? { sessionId: 1, userId: 1, username: 'boss', isOwner: true } : null
  } as never)
  await openSockets(app, hub, () => true)
  return listening(app)
}

it('an address has so many sockets and no more, whoever else comes; an owner is let in all the same', async () => {
  const url = await start(3)
  const from = (address: string, more = {}) => openTestSocket(url, { 'x-forwarded-for': address, ...more })
  const [first] = await Promise.all([from('203.0.113.7'), from('::ffff:203.0.113.7'), from('203.0.113.7')])
  await expect(from('203.0.113.7')).rejects.toThrow('429')
  await from('203.0.113.7', { owner: 'yes' })
  await from('203.0.113.8')
  for (const host of [1, 2, 3]) await from(`2001:db8:0:1::${host}`)
  await expect(from('2001:db8:0:1:ffff::4')).rejects.toThrow('429')
  await from('2001:db8:0:2::4')
  // The owner's socket counts too: two must close before the next guest gets in.
  first.socket.close()
  await expect(from('203.0.113.7')).rejects.toThrow('429')
  await from('203.0.113.9')
})

it('an address has room again when a socket of it is gone', async () => {
  const url = await start(1)
  const line = await openTestSocket(url)
  await expect(openTestSocket(url)).rejects.toThrow('429')
  line.socket.terminate()
  await vi.waitFor(() => openTestSocket(url))
})
