import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { orderableTotal } from '#shared/domain/orders/cart.ts'

/** The lines of one guest, with their sum in minor units, in which a dish that is sold out does not count. */
interface GuestShare {
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
