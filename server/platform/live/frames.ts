import {
  type ClientFrame,
  clientFrameSchema,
  FRAMES_AT_ONCE,
  FRAMES_PER_SECOND,
  FRAMES_REFUSED,
  MAX_FRAME_BYTES,
} from '#shared/contracts/live.ts'
import { AppError } from '../app-error.ts'
import { asRefusal } from '../http/errors.ts'
import type { Log } from '../log.ts'
import type { Peer } from './peer.ts'

/** Who reads which frame. What a reader throws is told to the socket that sent the frame, and to nobody else. */
export type FrameReaders = {
  [T in ClientFrame['type']]?: (peer: Peer, frame: Extract<ClientFrame, { type: T }>) => Promise<void> | void
}

// Made once: to make an error costs more than anything else about refusing.
const TOO_MANY = new AppError('too_many_frames')
const MALFORMED = new AppError('malformed_body')
/** What a frame counts that finds too many waiting: a page waits for answers, so this is none. */
const FULL_COUNTS = 5

/** Reads what one socket says. */
export interface FrameReader {
  /** @param data nothing where it cannot be a frame */
  read(data: Buffer | undefined): void
  /** Something came that says nothing, and took its time all the same: a ping, a pong. */
  count(): void
}

/**
 * Reads one frame after the other, and never more than a socket may say. What is too much is refused; who goes on is cut
 * off. What a closed socket has left unread is dropped: its page says it again on the next one.
 */
export function frameReader(peer: Peer, readers: FrameReaders, log: Log, cutOff: () => void): FrameReader {
  let allowed = FRAMES_AT_ONCE
  let since = performance.now()
  const waiting: ClientFrame[] = []
  let isReading = false

  function count(frames = 1): void {
    const now = performance.now()
    allowed = Math.min(FRAMES_AT_ONCE, allowed + ((now - since) / 1000) * FRAMES_PER_SECOND) - frames
    since = now
    if (allowed < -FRAMES_REFUSED) cutOff()
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
    // The key is the frame's own type, so reader and frame belong together; the compiler cannot follow that.
    return (readers[frame.type] as ((peer: Peer, frame: ClientFrame) => Promise<void> | void) | undefined)?.(
      peer,
      frame,
    )
  }

  return {
    count: () => count(),
    read(data) {
      const isFull = waiting.length >= FRAMES_AT_ONCE
      // Before anything is looked at: who says too much must not be worth the work.
      count(isFull ? FULL_COUNTS : 1)
      if (!peer.isOpen()) return
      const said = parse(data)
      if (isFull || allowed < 0) return refuse(TOO_MANY, refOf(said))
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
