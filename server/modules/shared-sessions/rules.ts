/** How long a session lasts, in milliseconds (docs/product.md#sessions-length). */
export const SESSION_MS = 90 * 60_000
/** A participant with no phone connected for longer than this is not waited for. */
const ABSENT_AFTER_MS = 2 * 60_000
/** A session ends when no phone has come to it within this time. */
const DESERTED_AFTER_MS = 60_000
/** How often each instance writes down whose phones are connected, and checks what has changed with time alone. */
export const PRESENCE_EVERY_MS = 30_000
/** How long an ended session is kept, so that its guests can still be sent the order. */
export const ENDED_KEPT_MS = 7 * 24 * 60 * 60_000
export const MAX_SEATS = 20
/** The most participants without a seat who are kept, so that they can come or come back. */
export const MAX_WITHOUT_SEAT = 100
/** The most open sockets of one participant on one instance: tabs, and some that died silently. */
export const MAX_SOCKETS = 8
/** The most pages of one participant whose refs are kept: tabs and reloads. */
export const PAGES_REMEMBERED = 8

/** The moment since which a phone must have been connected for its participant to be present. */
export function presentSince(now: Date): Date {
  return new Date(now.getTime() - ABSENT_AFTER_MS)
}

/** A session that began at this moment or earlier is over if no phone has come to it. */
export function desertedBefore(now: Date): Date {
  return new Date(now.getTime() - DESERTED_AFTER_MS)
}

/** Whether a phone of the participant is connected, or was within the last two minutes. */
export function isPresent({ seenAt }: { seenAt: Date | string | null }, now: Date): boolean {
  return seenAt !== null && new Date(seenAt) >= presentSince(now)
}

/** Whether the cart can be ordered: it has lines, and every present participant is ready. */
export function isAllReady(
  participants: readonly { isReady: boolean; seenAt: Date | string | null }[],
  lines: readonly unknown[],
  now: Date,
): boolean {
  const present = participants.filter((participant) => isPresent(participant, now))
  return lines.length > 0 && present.length > 0 && present.every(({ isReady }) => isReady)
}
