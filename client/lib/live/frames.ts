import { type ServerFrame, serverFrame } from '#shared/contracts/live.ts'

/** A frame as the contract knows it; undefined for anything else, which a page lives without. */
export function parseFrame(text: string): ServerFrame | undefined {
  try {
    const parsed = serverFrame.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
