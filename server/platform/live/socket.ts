import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { MAX_FRAME_BYTES } from '#shared/contracts/live.ts'
import { mayUse } from '#shared/domain/access.ts'
import { AppError } from '../app-error.ts'
import type { Hub } from './hub.ts'

/** Closes the connection after a refused upgrade: no further request can follow on it. */
export function endWhenAnswered(reply: FastifyReply): void {
  const { raw } = reply.header('connection', 'close')
  raw.once('finish', () => raw.socket?.destroySoon())
}

/** Maximum fragments of a frame: each costs time, and the limit on frames counts only complete ones. */
const MAX_FRAGMENTS = 128
/** A page retries by itself after this time. */
const RETRY_AFTER_S = 5

/** Serves the socket route, /ws. `?lang=` sets the language of its errors. */
export async function openSockets(app: FastifyInstance, hub: Hub, isListening: () => boolean): Promise<void> {
  // In a separate scope, because the plugin's onResponse hook would slow down every other response.
  const inScope: FastifyPluginAsync = async (sockets) => {
    // Frames slightly above the limit are read, so that they can be refused; much larger ones end the socket.
    await sockets.register(websocket, { options: { maxPayload: 8 * MAX_FRAME_BYTES, maxFragments: MAX_FRAGMENTS } })
    sockets.get(
      '/ws',
      {
        websocket: true,
        schema: { hide: true },
        preValidation: async (request) => {
          // Looked up before the socket opens, so that no frame arrives during the lookup.
          const viewer = await request.viewer()
          // The board and the kitchen use the same Wi-Fi as the guests and must always be admitted.
          if (!mayUse('service', viewer) && hub.isFull(request))
            throw new AppError('too_many_requests', {}, RETRY_AFTER_S)
          // A page must not look live while the server cannot receive announcements.
          if (!isListening()) throw new AppError('unavailable', {}, 1)
        },
        preHandler: async ({ ws, method, raw }, reply) => {
          // Nothing more is sent as HTTP; the response would keep the request in memory while the socket is open. A HEAD
          // opens no socket.
          if (ws && method === 'GET') reply.raw.detachSocket(raw.socket)
        },
      },
      async (socket, request) => {
        hub.join(socket, request, await request.viewer())
      },
    )
  }
  await app.register(inScope)
}
