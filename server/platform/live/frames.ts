import {
  type ClientFrame,
  clientFrame,
  FRAMES_AT_ONCE,
  FRAMES_PER_SECOND,
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

/** Reads what one socket says, one frame after the other, and never more than it may say. */
export function frameReader(peer: Peer, readers: FrameReaders, log: Log): (text: string | undefined) => void {
  let allowed = FRAMES_AT_ONCE
  let since = Date.now()
  let work = Promise.resolve()

  function isAllowed(): boolean {
    const now = Date.now()
    allowed = Math.min(FRAMES_AT_ONCE, allowed + ((now - since) / 1000) * FRAMES_PER_SECOND)
    since = now
    if (allowed < 1) return false
    allowed--
    return true
  }

  function refuse(error: unknown, ref: number | undefined): void {
    const refusal = asRefusal(error, peer.request)
    if (refusal.status >= 500) log.error({ err: error }, 'a frame failed')
    peer.refuse(refusal, ref)
  }

  return (text) => {
    const said = parse(text)
    if (!isAllowed()) return refuse(new AppError('too_many_frames'), refOf(said))
    const frame = clientFrame.safeParse(said)
    if (!frame.success) return refuse(new AppError('malformed_body'), refOf(said))
    work = work.then(() => hand(frame.data)).catch((error: unknown) => refuse(error, refOf(frame.data)))
  }

  function hand(frame: ClientFrame): Promise<void> | void {
    // The key is the frame's own type, so reader and frame belong together; the compiler cannot follow that.
    return (readers[frame.type] as ((peer: Peer, frame: ClientFrame) => Promise<void> | void) | undefined)?.(
      peer,
      frame,
    )
  }
}

function parse(text: string | undefined): unknown {
  if (text === undefined || Buffer.byteLength(text) > MAX_FRAME_BYTES) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refOf(said: unknown): number | undefined {
  if (typeof said !== 'object' || said === null || !('ref' in said)) return undefined
  return Number.isSafeInteger(said.ref) ? (said.ref as number) : undefined
}
