/** A signed-in user, as every part of the server may know them. */
export interface Viewer {
  sessionId: number
  userId: number
  username: string
  isOwner: boolean
  /** When this session began, with the user's password. */
  signedInAt: Date
  /** Where this request comes from, as limits count it (`addressKey`). */
  address: string
}
