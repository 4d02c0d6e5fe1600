import type { FastifyRequest } from 'fastify'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { AppError } from '../app-error.ts'

/** An open socket. */
export interface Peer {
  /** The request that opened the socket. Its cookies and its language apply while the socket is open. */
  readonly request: FastifyRequest
  send(frame: ServerFrame): void
  /** Sends an ERROR frame in the socket's language. @param ref the `ref` of the rejected frame */
  refuse(error: AppError, ref?: number): void
  /** Closes the socket, so that the page opens a new one and fetches what it may have missed. */
  drop(): void
  /** False as soon as the socket begins to close. */
  isOpen(): boolean
  /** Calls `run` when the socket has closed for any reason; immediately if it is closed already. */
  whenClosed(run: () => void): void
}
