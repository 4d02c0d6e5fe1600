import { type ServerFrame, serverFrameSchema } from '#shared/contracts/live.ts'

/**
 * Parses a frame by the contract. Returns `stale` for an order frame that is invalid: the fetched orders are then out
 * of date. Returns undefined for any other unknown or invalid frame; pages ignore it.
 */
export function parseFrame(text: string): ServerFrame | 'stale' | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const parsed = serverFrameSchema.safeParse(value)
    if (parsed.success) return parsed.data
    return isOrderUpdate(value) ? 'stale' : undefined
  } catch {
    return undefined
  }
}

function isOrderUpdate(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'ORDER_UPDATE'
}
