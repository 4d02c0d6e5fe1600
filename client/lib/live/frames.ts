import { type ServerFrame, serverFrameSchema } from '#shared/contracts/live.ts'

/**
 * A frame as the contract knows it. `stale` when it tells of an order in a way that cannot be read: what was fetched
 * before is old then. Undefined for anything else, which a page lives without.
 */
export function parseFrame(text: string): ServerFrame | 'stale' | undefined {
  try {
    const said: unknown = JSON.parse(text)
    const parsed = serverFrameSchema.safeParse(said)
    if (parsed.success) return parsed.data
    return tellsOfOrder(said) ? 'stale' : undefined
  } catch {
    return undefined
  }
}

function tellsOfOrder(said: unknown): boolean {
  return typeof said === 'object' && said !== null && 'type' in said && said.type === 'ORDER_UPDATE'
}
