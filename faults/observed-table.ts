import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'

/** Cart and guests as the frames of one socket describe them. */
export class ObservedTable {
  version = -1
  lines: SharedLine[] = []
  participants: Participant[] = []
  isAllReady = false

  /**
   * @param isFirst whether this is the first that a socket says of the cart
   * @returns what a phone must never be told
   */
  hear(frame: ServerFrame, isFirst: boolean): string | undefined {
    const before = this.version
    switch (frame.type) {
      case 'CART_ITEMS':
      case 'CART_UPDATED': {
        this.version = frame.version
        this.lines = frame.payload
        // News carries a new version; an answer may repeat one.
        const isOld = frame.type === 'CART_ITEMS' ? frame.version < before : frame.version <= before
        return isOld && !isFirst ? `${frame.type} of version ${frame.version} after ${before}` : undefined
      }
      case 'ITEM_ADDED':
      case 'ITEM_REMOVED': {
        this.version = frame.version
        const id = frame.type === 'ITEM_ADDED' ? frame.payload.id : frame.payload.itemId
        this.lines = this.lines.filter((line) => line.id !== id)
        if (frame.type === 'ITEM_ADDED') this.lines.push(frame.payload)
        return frame.version === before + 1 ? undefined : `a line of version ${frame.version} after ${before}`
      }
      case 'PARTICIPANTS_UPDATED':
        this.participants = frame.payload
        this.isAllReady = false
        return undefined
      case 'ALL_READY':
        this.isAllReady = true
        return undefined
    }
    return undefined
  }
}
