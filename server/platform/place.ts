/** What the database is at the moment: the restaurant's place, one that is just being copied, or the old one. */
export type PlaceNow = { phase: 'here' } | { phase: 'moving' } | { phase: 'moved'; to: string }

/**
 * The place of the restaurant as this instance knows it. The database itself refuses writes during a move and after it;
 * this lets an instance answer them at once, and not begin what cannot be written (docs/decisions/035-moving.md).
 */
export interface CurrentPlace {
  state(): PlaceNow
  isWritable(): boolean
}

/** For parts of the server that are tested alone. */
export const ALWAYS_HERE: CurrentPlace = { state: () => ({ phase: 'here' }), isWritable: () => true }
