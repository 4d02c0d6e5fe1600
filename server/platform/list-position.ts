import type { Move } from '#shared/contracts/lists.ts'
import { AppError } from './app-error.ts'
import { inputError } from './input-error.ts'

/**
 * The place to which one of a list is moved; the first up and the last down stay where they are.
 * @param at where it stands, and how many there are: places are 1 to `last`
 * @throws AppError `place_changed` where it stands elsewhere than the caller saw; InputError for a place that the list
 *   does not have
 */
export function positionAfter(
  { direction, to, order }: Move,
  { place, last }: { place: number; last: number },
): number {
  if (order !== undefined && order !== place) throw new AppError('place_changed')
  const wanted = to ?? Math.min(last, Math.max(1, place + (direction === 'up' ? -1 : 1)))
  if (wanted > last) throw inputError('to', `validation.atMost ${last}`)
  return wanted
}
