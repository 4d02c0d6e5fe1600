import { linesTotal } from '../money.ts'

/** Somebody at the table, as far as the cart's rules go. */
export interface Participant {
  id: string
  guestNumber: number
  name: string
  isReady: boolean
  isPresent: boolean
}

/** One guest's quantity of one dish; price in minor units. A line belongs to one guest and one dish. */
export interface SharedLine {
  id: number
  participantId: string
  guestName: string
  menuItemId: number
  name: string
  nameRo: string
  price: number
  isOrderable: boolean
  quantity: number
  notes: string | null
}

/** What one guest has in the cart, and what that costs in minor units. */
export interface GuestShare {
  participantId: string
  name: string
  lines: SharedLine[]
  subtotal: number
}

/**
 * The cart guest by guest: oneself first, then in the order in which they sat down; whoever has no line has no share.
 * The subtotals equal the total.
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

/** Those whom the order waits for: present and not ready. */
export function waitedFor(guests: readonly Participant[]): Participant[] {
  return guests.filter(({ isPresent, isReady }) => isPresent && !isReady)
}

/** Whether the order can be sent: somebody is here, everybody who is here is ready, and the cart is not empty. */
export function everybodyReady(guests: readonly Participant[], lines: readonly SharedLine[]): boolean {
  return lines.length > 0 && guests.some(({ isPresent }) => isPresent) && waitedFor(guests).length === 0
}

/** The server's cart as this page last heard of it. */
export interface KnownCart {
  version: number
  lines: readonly SharedLine[]
}

/** What the server says of the cart. */
export type CartFrame =
  | { type: 'CART_ITEMS'; payload: readonly SharedLine[]; version: number }
  | { type: 'CART_UPDATED'; payload: readonly SharedLine[]; version: number }
  | { type: 'ITEM_ADDED'; payload: SharedLine; version: number }
  | { type: 'ITEM_REMOVED'; payload: { itemId: number }; version: number }

/**
 * The cart after a frame. `old`: the frame tells nothing new. `gap`: something before it was missed, so the whole has to
 * be asked for; until then the cart stays as it was.
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

/** What somebody else did to a line. */
export interface ChangeByOthers {
  kind: 'added' | 'changed' | 'removed'
  line: SharedLine
}

/**
 * What others have changed between two carts as they were shown. What this page changed itself was shown before the
 * server's word came, so that nothing of it is among the differences but the removing of others' lines.
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
