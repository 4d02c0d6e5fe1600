import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Language } from '#shared/domain/language.ts'
import type { AppError } from '../app-error.ts'

/** An open socket. What it needs of the request that opened it is copied, so that the request does not stay in memory. */
export interface Peer {
  /** The id of the request, for the log. */
  readonly requestId: string
  readonly language: Language
  /** The guest of the request's cookie (`guestOf`). */
  readonly guest: string | undefined
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
