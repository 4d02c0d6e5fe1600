import {
  type ClientFrame,
  clientFrameSchema,
  FRAMES_AT_ONCE,
  FRAMES_PER_SECOND,
  FRAMES_REFUSED,
  MAX_FRAME_BYTES,
} from '#shared/contracts/live.ts'
import { AppError } from '../app-error.ts'
import { asRefusal } from '../http/answers/errors.ts'
import { TokenBucket } from '../limits/token-bucket.ts'
import type { Log } from '../log.ts'
import type { Peer } from './peer.ts'

/** The reader of each type of frame. A refusal that it throws is sent to the socket that sent the frame. */
export type FrameReaders = {
  [T in ClientFrame['type']]?: (peer: Peer, frame: Extract<ClientFrame, { type: T }>) => Promise<void> | void
}

// Made once: creating an error is the most expensive part of a refusal.
const TOO_MANY = new AppError('too_many_frames')
const MALFORMED = new AppError('malformed_body')
/** What a frame costs while too many are waiting: a page waits for answers, so the sender is no page of ours. */
const FULL_COUNTS = 5

/** Reads the frames of one socket. */
export interface FrameReader {
  /** @param data undefined for a message that cannot be a frame */
  read(data: Buffer | undefined): void
  /** Counts a ping or a pong, which carries nothing but costs time. */
  count(): void
}

/**
 * Reads one frame after the other, and only as many as a socket may send: more are refused, and a socket that goes on
 * is cut off. Unread frames of a closed socket are dropped: its page sends them again on the next one.
 */
export function frameReader(peer: Peer, readers: FrameReaders, log: Log, cutOff: () => void): FrameReader {
  const bucket = new TokenBucket(FRAMES_AT_ONCE, FRAMES_PER_SECOND)
  const waiting: ClientFrame[] = []
  let isReading = false

  function count(frames = 1): number {
    const left = bucket.take(frames)
    if (left < -FRAMES_REFUSED) cutOff()
    return left
  }

  function refuse(error: unknown, ref: number | undefined): void {
    const refusal = asRefusal(error, peer.request)
    if (refusal.status >= 500) log.error({ err: error }, 'a frame failed')
    peer.refuse(refusal, ref)
  }

  async function readWaiting(): Promise<void> {
    isReading = true
    for (let frame = waiting.shift(); frame && peer.isOpen(); frame = waiting.shift()) {
      try {
        await hand(frame)
      } catch (error) {
        refuse(error, refOf(frame))
      }
    }
    waiting.length = 0
    isReading = false
  }

  function hand(frame: ClientFrame): Promise<void> | void {
    // The frame's own type is the key, so reader and frame fit; the compiler cannot follow that.
    return (readers[frame.type] as ((peer: Peer, frame: ClientFrame) => Promise<void> | void) | undefined)?.(
      peer,
      frame,
    )
  }

  return {
    count: () => void count(),
    read(data) {
      const isFull = waiting.length >= FRAMES_AT_ONCE
      // Counted before anything is read: a flood of frames must cost little.
      const left = count(isFull ? FULL_COUNTS : 1)
      if (!peer.isOpen()) return
      const said = parse(data)
      if (isFull || left < 0) return refuse(TOO_MANY, refOf(said))
      const frame = clientFrameSchema.safeParse(said)
      if (!frame.success) return refuse(MALFORMED, refOf(said))
      waiting.push(frame.data)
      if (!isReading) void readWaiting()
    },
  }
}

function parse(data: Buffer | undefined): unknown {
  if (data === undefined || data.length > MAX_FRAME_BYTES) return undefined
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

function refOf(said: unknown): number | undefined {
  if (typeof said !== 'object' || said === null || !('ref' in said)) return undefined
  return Number.isSafeInteger(said.ref) ? (said.ref as number) : undefined
}
