import type { Rights } from '#shared/domain/access.ts'

/** The signed-in user of a request. */
export interface Viewer extends Rights {
  sessionId: number
  userId: number
  username: string
  /** When this login session began. */
  signedInAt: Date
  /** The request's IP address as rate limits count it (`addressKey`). */
  address: string
}
