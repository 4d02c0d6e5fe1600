/** How long a session lasts, in milliseconds (decisions: shared table session). */
export const SESSION_MS = 90 * 60_000
/** Who had no phone connected for longer than this is not waited for. */
const ABSENT_AFTER_MS = 2 * 60_000
/** How often each instance notes whose phones are connected, and looks at what only time has changed. */
export const PRESENCE_EVERY_MS = 30_000
/** How long an ended session can still tell its guests of the order. */
export const ENDED_KEPT_MS = 7 * 24 * 60 * 60_000
export const MAX_PARTICIPANTS = 20
/** Open sockets of one participant on one instance: tabs, and some that died without a word. */
export const MAX_SOCKETS = 8
/** Pages of one participant whose changes are kept apart: tabs and reloads. */
export const PAGES_REMEMBERED = 8

export function isPresent(participant: { seenAt: Date | string }, now: Date): boolean {
  return now.getTime() - new Date(participant.seenAt).getTime() <= ABSENT_AFTER_MS
}

/** Whether the cart can be ordered: everybody who is waited for is ready, and there is something in it. */
export function isAllReady(
  participants: readonly { isReady: boolean; seenAt: Date | string }[],
  lines: readonly unknown[],
  now: Date,
): boolean {
  const present = participants.filter((participant) => isPresent(participant, now))
  return lines.length > 0 && present.length > 0 && present.every(({ isReady }) => isReady)
}
