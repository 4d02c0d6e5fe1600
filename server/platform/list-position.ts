import type { Move } from '#shared/contracts/base/lists.ts'
import { AppError, inputError } from './app-error.ts'

/**
 * The new position of an entry that is moved in a list. Moving the first up or the last down keeps the position.
 * @param current the entry's position and the last position of the list; positions begin at 1
 * @throws AppError `place_changed` if the entry's position differs from the one that the caller saw; InputError for a
 *   position beyond the end
 */
export function positionAfterMove(
  { direction, to, order }: Move,
  { position, last }: { position: number; last: number },
): number {
  if (order !== undefined && order !== position) throw new AppError('place_changed')
  const target = to ?? Math.min(last, Math.max(1, position + (direction === 'up' ? -1 : 1)))
  if (target > last) throw inputError('to', `validation.atMost ${last}`)
  return target
}
