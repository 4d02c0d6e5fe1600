import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { orderableTotal } from '#shared/domain/orders/cart.ts'
import { keyOfLine, type TableState } from './table-cart.ts'

/** The lines of one guest, with their sum in minor units, in which a dish that is sold out does not count. */
export interface GuestShare {
  participantId: string
  name: string
  lines: SharedLine[]
  subtotal: number
}

/** The cart by guest: this page's first, then as they joined (docs/product/shared-sessions.md#sessions-subtotals). */
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
    share.subtotal = orderableTotal(share.lines)
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

/** How this page's guest can send the order now. */
export interface Sending {
  /** The guest is alone at the table: sending marks them as ready too. */
  isAlone: boolean
  /** The guests who are away and not ready: the order is sent without waiting for them. */
  without: Participant[]
}

/**
 * How the order can be sent (docs/product/shared-sessions.md#sessions-without); undefined if it cannot: the cart is
 * empty, somebody who is here is not ready, or the server has not confirmed every change that is shown.
 */
export function sendingOf(table: Omit<TableState, 'isSynced'> | null): Sending | undefined {
  if (!table || table.pending.length > 0 || !table.cart?.lines.length) return undefined
  const { guests, ownId } = table
  if (!guests.some(({ isPresent }) => isPresent)) return undefined
  const isAlone = guests.every(({ id, isAway }) => id === ownId || isAway)
  const without = guestsNotReady(guests).filter(({ id }) => !isAlone || id !== ownId)
  return without.every(({ id, isAway }) => isAway && id !== ownId) ? { isAlone, without } : undefined
}

/** A name that is short enough for a button and does not break: `Ștefan-A.` for Ștefan-Alexandru, `Ana M.` for Ana Maria Popescu. */
export function shortGuestName(name: string): string {
  const [, first = name, separator = '', initial = ''] = /^([^\s-]+)(?:([\s-])\s*(.))?/u.exec(name) ?? []
  return name.length <= 8 || !initial ? name : `${first}${separator === '-' ? '\u2011' : '\u00a0'}${initial}.`
}

export interface ChangeByOthers {
  kind: 'added' | 'changed' | 'removed'
  line: SharedLine
}

/** The changes by others between two carts as shown. This page's removal of another guest's line counts as theirs. */
export function changesByOthers(
  before: readonly SharedLine[],
  after: readonly SharedLine[],
  ownId: string,
): ChangeByOthers[] {
  const isSameLine = (line: SharedLine) => (other: SharedLine) =>
    other.participantId === line.participantId && (other.id === line.id || keyOfLine(other) === keyOfLine(line))
  const addedOrChanged = after
    .filter(({ participantId }) => participantId !== ownId)
    .flatMap((line): ChangeByOthers[] => {
      const previous = before.find(isSameLine(line))
      if (!previous) return [{ kind: 'added', line }]
      const isUnchanged = previous.quantity === line.quantity && keyOfLine(previous) === keyOfLine(line)
      return isUnchanged ? [] : [{ kind: 'changed', line }]
    })
  const removed = before
    .filter((line) => !after.some(isSameLine(line)))
    .map((line): ChangeByOthers => ({ kind: 'removed', line }))
  return [...addedOrChanged, ...removed]
}
