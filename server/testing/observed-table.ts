import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'

/** The cart and participants of one table, built from the frames that a socket received; checks their versions. */
export class ObservedTable {
  version = -1
  lines: SharedLine[] = []
  participants: Participant[] = []
  isAllReady = false

  /** @param isFirst the first cart frame of a socket @returns the protocol violation; undefined if valid */
  applyFrame(frame: ServerFrame, isFirst: boolean): string | undefined {
    const previousVersion = this.version
    switch (frame.type) {
      case 'CART_ITEMS':
      case 'CART_UPDATED': {
        this.version = frame.version
        this.lines = frame.payload
        // CART_UPDATED is a broadcast with a new version; CART_ITEMS is a reply and may repeat the current one.
        const isOld = frame.type === 'CART_ITEMS' ? frame.version < previousVersion : frame.version <= previousVersion
        return isOld && !isFirst ? `${frame.type} of version ${frame.version} after ${previousVersion}` : undefined
      }
      case 'ITEM_ADDED':
      case 'ITEM_REMOVED': {
        this.version = frame.version
        const id = frame.type === 'ITEM_ADDED' ? frame.payload.id : frame.payload.itemId
        this.lines = this.lines.filter((line) => line.id !== id)
        if (frame.type === 'ITEM_ADDED') this.lines.push(frame.payload)
        return frame.version === previousVersion + 1
          ? undefined
          : `a line of version ${frame.version} after ${previousVersion}`
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
