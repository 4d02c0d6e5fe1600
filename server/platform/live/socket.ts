import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { MAX_FRAME_BYTES } from '#shared/contracts/live.ts'
import { AppError } from '../app-error.ts'
import type { Hub } from './hub.ts'

/** Ends the connection after a request for a socket was refused: no further request comes on it. */
export function endWhenAnswered({ raw }: FastifyReply): void {
  raw.once('finish', () => raw.socket?.destroySoon())
}

/** The most fragments of a frame: each costs work, and a frame is counted only at its last. */
const MAX_FRAGMENTS = 128
/** A page tries again by itself after this. */
const RETRY_AFTER_S = 5

/** Serves the one socket address, /ws; `?lang=` sets the language of its refusals. */
export async function openSockets(app: FastifyInstance, hub: Hub, isListening: () => boolean): Promise<void> {
  // In a scope of its own: the plugin's onResponse hook would slow down every other answer.
  const inScope: FastifyPluginAsync = async (sockets) => {
    // Frames somewhat too large are still read, so that they can be refused; far larger ones end the socket.
    await sockets.register(websocket, { options: { maxPayload: 8 * MAX_FRAME_BYTES, maxFragments: MAX_FRAGMENTS } })
    sockets.get(
      '/ws',
      {
        websocket: true,
        schema: { hide: true },
        preValidation: async (request) => {
          // Looked up before the socket opens, so that no frame arrives meanwhile.
          const viewer = await request.viewer()
          // The owner's board is on the same Wi-Fi as the guests, and must get in.
          if (!viewer?.isOwner && hub.isFull(request)) throw new AppError('too_many_requests', {}, RETRY_AFTER_S)
          // A page must not look live while the server cannot hear of changes.
          if (!isListening()) throw new AppError('unavailable', {}, 1)
        },
      },
      async (socket, request) => {
        hub.join(socket, request, await request.viewer())
      },
    )
  }
  await app.register(inScope)
}
