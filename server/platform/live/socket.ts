import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { MAX_FRAME_BYTES } from '#shared/contracts/live.ts'
import { AppError } from '../app-error.ts'
import type { Hub } from './hub.ts'

/** Ends the connection of somebody who wanted a socket and is given an answer: nothing else ever comes on it. */
export function endWhenAnswered({ raw }: FastifyReply): void {
  raw.once('finish', () => raw.socket?.destroySoon())
}

/** A frame may come in this many pieces: each is work, and none is counted before the last. */
const MOST_FRAGMENTS = 128
/** After this a page tries again by itself. */
const RETRY_AFTER_S = 5

/** The one socket address, /ws; with `?lang=` its refusals are said in that language. Whether a page may open it is decided like any other request of it. */
export async function openSockets(app: FastifyInstance, hub: Hub, isListening: () => boolean): Promise<void> {
  // In a scope of its own: what the plugin does when an answer is done would cost every other answer something.
  const inScope: FastifyPluginAsync = async (sockets) => {
    // Larger frames than a client may send are still read, so that they can be answered; far larger ones end the socket.
    await sockets.register(websocket, { options: { maxPayload: 8 * MAX_FRAME_BYTES, maxFragments: MOST_FRAGMENTS } })
    sockets.get(
      '/ws',
      {
        websocket: true,
        schema: { hide: true },
        preValidation: async (request) => {
          // Known before the socket opens, so that no frame can come while it is looked up.
          const viewer = await request.viewer()
          // The board hangs on the same Wi-Fi as the guests.
          if (!viewer?.isOwner && hub.isFull(request)) throw new AppError('too_many_requests', {}, RETRY_AFTER_S)
          // A page that cannot be told of changes must not believe that it is live.
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
