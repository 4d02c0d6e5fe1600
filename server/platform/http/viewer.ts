/** A signed-in user, as every part of the server may know them. */
export interface Viewer {
  sessionId: number
  userId: number
  username: string
  isOwner: boolean
}
