import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { linesTotal } from '#shared/domain/money.ts'

/** What one guest has in the cart, and what that costs in minor units. */
export interface GuestShare {
  participantId: string
  name: string
  lines: SharedLine[]
  subtotal: number
}

/**
 * The cart by guest: this page's guest first, the others in the order in which they joined. A guest without lines has no
 * share. The subtotals add up to the total (docs/product.md#sessions-subtotals).
 */
export function guestShares(
  lines: readonly SharedLine[],
  guests: readonly Participant[],
  own: string | undefined,
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
    participantId === own ? 0 : (guests.find(({ id }) => id === participantId)?.guestNumber ?? Number.MAX_SAFE_INTEGER)
  return [...shares.values()].sort((a, b) => rank(a) - rank(b))
}

/** The guests whom the order waits for: present and not ready (docs/product.md#sessions-all-ready). */
export function waitedFor(guests: readonly Participant[]): Participant[] {
  return guests.filter(({ isPresent, isReady }) => isPresent && !isReady)
}

/**
 * Whether the order can be sent: the cart has lines, somebody is present, and every present guest is ready
 * (docs/product.md#sessions-all-ready).
 */
export function everybodyReady(guests: readonly Participant[], lines: readonly SharedLine[]): boolean {
  return lines.length > 0 && guests.some(({ isPresent }) => isPresent) && waitedFor(guests).length === 0
}

/** The server's cart as this page last received it. */
export interface KnownCart {
  version: number
  lines: readonly SharedLine[]
}

/** The server's frames about the cart. */
export type CartFrame = Extract<ServerFrame, { version: number }>

/**
 * The cart after a frame. `old`: the page has a newer cart already. `gap`: an earlier frame is missing, so the page must
 * request the whole cart and keep its own until then (docs/product.md#sessions-versions).
 */
export function takeCartFrame(cart: KnownCart | undefined, frame: CartFrame): KnownCart | 'old' | 'gap' {
  const { version } = frame
  if (frame.type === 'CART_ITEMS' || frame.type === 'CART_UPDATED') {
    return cart && version < cart.version ? 'old' : { version, lines: frame.payload }
  }
  if (!cart || version > cart.version + 1) return 'gap'
  if (version <= cart.version) return 'old'
  return { version, lines: linesAfter(cart.lines, frame) }
}

function linesAfter(
  lines: readonly SharedLine[],
  frame: Extract<CartFrame, { type: 'ITEM_ADDED' | 'ITEM_REMOVED' }>,
): SharedLine[] {
  if (frame.type === 'ITEM_REMOVED') return lines.filter(({ id }) => id !== frame.payload.itemId)
  const line = frame.payload
  return lines.some(({ id }) => id === line.id)
    ? lines.map((known) => (known.id === line.id ? line : known))
    : [...lines, line]
}

/** What another guest did to a line. */
export interface ChangeByOthers {
  kind: 'added' | 'changed' | 'removed'
  line: SharedLine
}

/**
 * What other guests changed between two carts as this page showed them. The page's own changes were shown already, so
 * they make no difference between the two, except where this page removed another guest's line.
 */
export function changesByOthers(
  before: readonly SharedLine[],
  after: readonly SharedLine[],
  own: string,
): ChangeByOthers[] {
  const same = (line: SharedLine) => (other: SharedLine) =>
    other.participantId === line.participantId && other.menuItemId === line.menuItemId
  const there = after
    .filter(({ participantId }) => participantId !== own)
    .flatMap((line): ChangeByOthers[] => {
      const was = before.find(same(line))
      if (!was) return [{ kind: 'added', line }]
      return was.quantity === line.quantity && was.notes === line.notes ? [] : [{ kind: 'changed', line }]
    })
  const gone = before
    .filter((line) => !after.some(same(line)))
    .map((line): ChangeByOthers => ({ kind: 'removed', line }))
  return [...there, ...gone]
}
