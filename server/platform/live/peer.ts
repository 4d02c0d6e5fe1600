import type { FastifyRequest } from 'fastify'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { AppError } from '../app-error.ts'

/** One open socket, as the areas know it. */
export interface Peer {
  /** The request that opened the socket: its cookies and its language hold for the socket's whole life. */
  readonly request: FastifyRequest
  send(frame: ServerFrame): void
  /** Sends an ERROR in the socket's language. @param ref of the frame that is refused */
  refuse(refusal: AppError, ref?: number): void
  /** Ends the socket, so that the page opens anew and fetches what it may have missed. */
  drop(): void
  /** False as soon as it begins to close. */
  isOpen(): boolean
  /** Runs when the socket has closed, whoever closed it; at once if it is closed already. */
  whenClosed(run: () => void): void
}
