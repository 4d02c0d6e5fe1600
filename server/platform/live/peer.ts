import type { FastifyRequest } from 'fastify'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { AppError } from '../app-error.ts'

/** One open socket, as the areas know it. */
export interface Peer {
  /** The request that opened it: its cookies and its language stay those of the socket. */
  readonly request: FastifyRequest
  send(frame: ServerFrame): void
  /** Says an ERROR in the language of the socket. @param ref of the change or the question that is refused */
  refuse(refusal: AppError, ref?: number): void
  /** Ends the socket, so that the page opens anew and fetches what it may have missed. */
  drop(): void
  /** False from the moment on in which it begins to close. */
  isOpen(): boolean
  /** Calls when the socket is gone, whoever ended it; at once where it is gone already. */
  whenClosed(run: () => void): void
}
