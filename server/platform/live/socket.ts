import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { MAX_FRAME_BYTES } from '#shared/contracts/live.ts'
import { AppError } from '../app-error.ts'
import type { Hub } from './hub.ts'

/** Ends the connection of somebody who wanted a socket and is given an answer: nothing else ever comes on it. */
export function endWhenAnswered({ raw }: FastifyReply): void {
  raw.once('finish', () => raw.socket?.destroySoon())
}

/** The one socket address, /ws; with `?lang=` its refusals are said in that language. Whether a page may open it is decided like any other request of it. */
export async function openSockets(app: FastifyInstance, hub: Hub, isListening: () => boolean): Promise<void> {
  // In a scope of its own: what the plugin does when an answer is done would cost every other answer something.
  const inScope: FastifyPluginAsync = async (sockets) => {
    // Larger frames than a client may send are still read, so that they can be answered; far larger ones end the socket.
    await sockets.register(websocket, { options: { maxPayload: 8 * MAX_FRAME_BYTES } })
    sockets.get(
      '/ws',
      {
        websocket: true,
        schema: { hide: true },
        preValidation: async (request) => {
          // Known before the socket opens, so that no frame can come while it is looked up.
          await request.viewer()
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
