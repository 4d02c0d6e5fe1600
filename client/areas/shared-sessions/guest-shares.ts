import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { linesTotal } from '#shared/domain/money.ts'

/** The lines of one guest, with their sum in minor units. */
export interface GuestShare {
  participantId: string
  name: string
  lines: SharedLine[]
  subtotal: number
}

/**
 * The cart grouped by guest: this page's guest first, then the others in the order in which they joined. A guest
 * without lines has no share. The subtotals add up to the total (docs/product/shared-sessions.md#sessions-subtotals).
 */
export function guestShares(
  lines: readonly SharedLine[],
  guests: readonly Participant[],
  ownId: string | undefined,
): GuestShare[] {
  const shares = new Map<string, GuestShare>()
  for (const line of lines) {
    const { participantId } = line
    const name = guests.find(({ id }) => id === participantId)?.name ?? line.guestName
    const share = shares.get(participantId) ?? { participantId, name, lines: [], subtotal: 0 }
    share.lines.push(line)
    share.subtotal = linesTotal(share.lines)
    shares.set(participantId, share)
  }
  const rank = ({ participantId }: GuestShare) =>
    participantId === ownId
      ? 0
      : (guests.find(({ id }) => id === participantId)?.guestNumber ?? Number.MAX_SAFE_INTEGER)
  return [...shares.values()].sort((a, b) => rank(a) - rank(b))
}

/** The guests for whom the order waits: present and not ready (docs/product/shared-sessions.md#sessions-all-ready). */
export function guestsNotReady(guests: readonly Participant[]): Participant[] {
  return guests.filter(({ isPresent, isReady }) => isPresent && !isReady)
}

/**
 * Whether the order can be sent: the cart has lines, somebody is present, and every present guest is ready
 * (docs/product/shared-sessions.md#sessions-all-ready).
 */
export function everybodyReady(guests: readonly Participant[], lines: readonly SharedLine[]): boolean {
  return lines.length > 0 && guests.some(({ isPresent }) => isPresent) && guestsNotReady(guests).length === 0
}

/** A change that another guest made to a line. */
export interface ChangeByOthers {
  kind: 'added' | 'changed' | 'removed'
  line: SharedLine
}

/**
 * The changes by other guests between two carts as this page showed them. The page's own changes are in both, except
 * that the removal of another guest's line by this page is reported like theirs.
 */
export function changesByOthers(
  before: readonly SharedLine[],
  after: readonly SharedLine[],
  ownId: string,
): ChangeByOthers[] {
  const isSameLine = (line: SharedLine) => (other: SharedLine) =>
    other.participantId === line.participantId && other.menuItemId === line.menuItemId
  const addedOrChanged = after
    .filter(({ participantId }) => participantId !== ownId)
    .flatMap((line): ChangeByOthers[] => {
      const previous = before.find(isSameLine(line))
      if (!previous) return [{ kind: 'added', line }]
      return previous.quantity === line.quantity && previous.notes === line.notes ? [] : [{ kind: 'changed', line }]
    })
  const removed = before
    .filter((line) => !after.some(isSameLine(line)))
    .map((line): ChangeByOthers => ({ kind: 'removed', line }))
  return [...addedOrChanged, ...removed]
}
