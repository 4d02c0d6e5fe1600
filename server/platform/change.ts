import { isDeepStrictEqual } from 'node:util'
import { lock, type Tx } from '#server/db/index.ts'
import { priceRules, printers, programs, webhooks } from '#server/db/schema/index.ts'
import type { ErrorCode, ErrorDetails } from '#shared/contracts/errors.ts'
import { AppError } from './app-error.ts'

/** The sent fields that a row has otherwise; undefined if there are none. */
export function differing<Sent extends object>(before: Partial<Record<keyof Sent, unknown>>, sent: Sent) {
  const changed = Object.entries(sent).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name as keyof Sent]),
  )
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<Sent>)
}

/**
 * Refuses a change of another version than the caller saw, with what there is instead. One without effect is not asked: it
 * may be the repetition of a change whose response was lost.
 * @param expected undefined skips the comparison
 */
export async function refuseStale(
  expected: number | undefined,
  { version }: { version: number },
  code: ErrorCode,
  details: () => ErrorDetails | Promise<ErrorDetails>,
): Promise<void> {
  if (expected !== undefined && expected !== version) throw new AppError(code, await details())
}

const LISTS = { printers, webhooks, programs, rules: priceRules }

/** Requires room for one more in a list, to which nobody else adds until the transaction ends. @throws AppError `too_many_…` */
export async function atMost(tx: Tx, list: keyof typeof LISTS, most: number): Promise<void> {
  await lock(tx, list === 'rules' ? 'menu' : list)
  if ((await tx.$count(LISTS[list])) >= most) throw new AppError(`too_many_${list}`)
}
