import { type ServerFrame, serverFrameSchema } from '#shared/contracts/live.ts'

/** `stale` for an invalid order frame: the fetched orders are then old. Undefined for other invalid or unknown ones. */
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
