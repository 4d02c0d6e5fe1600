/** The signed-in user of a request. */
export interface Viewer {
  sessionId: number
  userId: number
  username: string
  isOwner: boolean
  /** When this login session began. */
  signedInAt: Date
  /** The request's IP address as rate limits count it (`addressKey`). */
  address: string
}
