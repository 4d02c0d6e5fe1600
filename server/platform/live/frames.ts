import { failureKind } from '#server/db/index.ts'
import * as live from '#shared/contracts/live.ts'
import type { Language } from '#shared/domain/language.ts'
import { isRecord, parseJson } from '#shared/domain/objects.ts'
import { AppError } from '../app-error.ts'
import { logFailure, toAppError } from '../http/errors.ts'
import { TokenBucket } from '../limits/throttle.ts'
import type { Log } from '../log.ts'

/** An open socket. What it needs of the request that opened it is copied, so that the request does not stay in memory. */
export interface Peer {
  /** The id of the request, for the log. */
  readonly requestId: string
  readonly language: Language
  /** The guest of the request's cookie (`guestOf`). */
  readonly guest: string | undefined
  send(frame: live.ServerFrame): void
  /** Sends an ERROR frame in the socket's language. @param ref the `ref` of the rejected frame */
  refuse(error: AppError, ref?: number): void
  /** Closes the socket, so that the page opens a new one and fetches what it may have missed. */
  drop(): void
  /** False as soon as the socket begins to close. */
  isOpen(): boolean
  /** Calls `run` when the socket has closed for any reason; immediately if it is closed already. */
  whenClosed(run: () => void): void
}

type Handler<Frame = live.ClientFrame> = (peer: Peer, frame: Frame) => Promise<void> | void

/** Handlers by type of frame. An AppError that a handler throws is sent to the socket that sent the frame. */
export type FrameHandlers = {
  [T in live.ClientFrame['type']]?: Handler<Extract<live.ClientFrame, { type: T }>>
}

// Created once, because creating an error is the most expensive part of refusing a frame.
const TOO_MANY = new AppError('too_many_frames')
const MALFORMED = new AppError('malformed_body')
/** Tokens for a frame while the queue is full: Masa's own pages wait for responses and never fill it. */
const TOKENS_WHEN_FULL = 5
/** Tokens for a frame while its address is over its limit: two frames a second are left, enough for a person. */
const TOKENS_WHEN_CROWDED = 10

export interface FrameLimits {
  disconnect(): void
  /** Counts a frame of the socket's address; false while that is over its limit. */
  countAtAddress(): boolean
}

/**
 * Reads a socket's frames one after another. Frames above the rate limit are refused; a socket that keeps sending them
 * is disconnected. Unread frames of a closed socket are dropped: its page sends them again on the next socket.
 */
export function frameReader(
  peer: Peer,
  handlers: FrameHandlers,
  log: Log,
  { disconnect, countAtAddress }: FrameLimits,
) {
  const bucket = new TokenBucket(live.MAX_FRAME_BURST, live.FRAMES_PER_SECOND)
  const waiting: live.ClientFrame[] = []
  let isReading = false

  function count(frames = 1): number {
    const tokensLeft = bucket.take(countAtAddress() ? frames : frames * TOKENS_WHEN_CROWDED)
    if (tokensLeft < -live.MAX_REFUSED_FRAMES) disconnect()
    return tokensLeft
  }

  function refuse(error: unknown, ref: number | undefined): void {
    const appError = toAppError(error, peer.language)
    logFailure(log, 'a frame failed', appError, { error, reqId: peer.requestId })
    // If the database fails, nobody knows whether it made the frame's change, and no later one may be made before it:
    // the page sends it again on its next socket.
    if (failureKind(error) === 'other') peer.refuse(appError, ref)
    else peer.drop()
  }

  async function readWaiting(): Promise<void> {
    isReading = true
    for (let frame = waiting.shift(); frame && peer.isOpen(); frame = waiting.shift()) {
      try {
        // The handler matches the frame, because the frame's type is the key; TypeScript cannot infer that.
        await (handlers[frame.type] as Handler | undefined)?.(peer, frame)
      } catch (error) {
        refuse(error, refOf(frame))
      }
    }
    waiting.length = 0
    isReading = false
  }

  return {
    /** Counts a ping or a pong against the limit. */
    count: () => void count(),
    /** Queues a frame. @param data undefined for a message that cannot be a frame */
    read(data: Buffer | undefined) {
      const isFull = waiting.length >= live.MAX_FRAME_BURST
      // Counted before parsing, so that a flood of frames costs little.
      const tokensLeft = count(isFull ? TOKENS_WHEN_FULL : 1)
      if (!peer.isOpen()) return
      const message = data && data.length <= live.MAX_FRAME_BYTES ? parseJson(String(data)) : undefined
      if (isFull || tokensLeft < 0) return refuse(TOO_MANY, refOf(message))
      const frame = live.clientFrameSchema.safeParse(message)
      if (!frame.success) return refuse(MALFORMED, refOf(message))
      waiting.push(frame.data)
      if (!isReading) void readWaiting()
    },
  }
}

function refOf(message: unknown): number | undefined {
  return isRecord(message) && Number.isSafeInteger(message.ref) ? (message.ref as number) : undefined
}
