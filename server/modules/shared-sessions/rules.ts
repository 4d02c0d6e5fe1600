/** How long a session lasts, in milliseconds (docs/product.md#sessions-length). */
export const SESSION_MS = 90 * 60_000
/** Who had no phone connected for longer than this is not waited for. */
const ABSENT_AFTER_MS = 2 * 60_000
/** A session to which no phone has come by then ends. */
const DESERTED_AFTER_MS = 60_000
/** How often each instance notes whose phones are connected, and looks at what only time has changed. */
export const PRESENCE_EVERY_MS = 30_000
/** How long an ended session can still tell its guests of the order. */
export const ENDED_KEPT_MS = 7 * 24 * 60 * 60_000
export const MAX_SEATS = 20
/** Guests of a session who have no seat are remembered, so that they may come, or come back; not more of them than this. */
export const MAX_WITHOUT_SEAT = 100
/** Open sockets of one participant on one instance: tabs, and some that died without a word. */
export const MAX_SOCKETS = 8
/** Pages of one participant whose changes are kept apart: tabs and reloads. */
export const PAGES_REMEMBERED = 8

/** Whoever had a phone connected at this moment or later is present. */
export function presentSince(now: Date): Date {
  return new Date(now.getTime() - ABSENT_AFTER_MS)
}

/** A session that began at this moment or before, and to which no phone has come, is over. */
export function desertedBefore(now: Date): Date {
  return new Date(now.getTime() - DESERTED_AFTER_MS)
}

/** Whether a phone of theirs is connected, or was two minutes ago; who only asked to join has come with none yet. */
export function isPresent({ seenAt }: { seenAt: Date | string | null }, now: Date): boolean {
  return seenAt !== null && new Date(seenAt) >= presentSince(now)
}

/** Whether the cart can be ordered: everybody who is waited for is ready, and there is something in it. */
export function isAllReady(
  participants: readonly { isReady: boolean; seenAt: Date | string | null }[],
  lines: readonly unknown[],
  now: Date,
): boolean {
  const present = participants.filter((participant) => isPresent(participant, now))
  return lines.length > 0 && present.length > 0 && present.every(({ isReady }) => isReady)
}
