import { stored } from '../../lib/storage.ts'
import type { Attempt } from './attempt.ts'

/** The attempt that is under way, beside the stored cart: it outlives a reload. */
export const storedAttempt = stored('attempt', 2, recogniseAttempt)

/** The server forgets a key after seven days; an hour before that, sending it again is no longer safe. */
const SAFE_FOR_MS = (7 * 24 - 1) * 60 * 60 * 1000

// Only what this page itself wrote is read here; the server judges the body anyway.
function recogniseAttempt(value: unknown): Attempt | undefined {
  const attempt = value as Partial<Attempt> | null
  const sound =
    typeof attempt?.key === 'string' &&
    typeof attempt.at === 'number' &&
    Date.now() - attempt.at < SAFE_FOR_MS &&
    Array.isArray(attempt.body?.items) &&
    typeof attempt.body.total === 'number'
  return sound ? (attempt as Attempt) : undefined
}
