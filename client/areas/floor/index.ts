import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { withServiceWordsInAllLanguages, withWords } from '../../lib/words/load-words.ts'

/* The floor: the tables, their calls and ready rounds, for those who serve. */
export { useIsTakingRound, useOpenTableId } from './address.ts'
export { useFloorBell } from './floor-bell.ts'
export { FloorGrid } from './floor-grid.tsx'
export type { FloorDialog } from './opened-table.tsx'
export { restoreRoundDrafts } from './round/round-drafts.ts'
export { useTableCheckouts } from './round/table-checkouts.ts'
export { waitingAttempt } from './round/waiting-round.tsx'
export { whatIsWanted } from './table-state.ts'
export { WantsStrip } from './wants-strip.tsx'

/** A table with its rounds. */
export const OpenedTable = lazyPart(() => import('./opened-table.tsx'))
/** Taking a round; its notes are worded as in a guest's cart, its names in the restaurant's language. */
export const NewRound = lazyPart(() =>
  withWords('overlays', withServiceWordsInAllLanguages(import('./round/new-round.tsx'))),
)
/* What the floor and the board show of tables: their calls and sessions, and how somebody takes a call. */
export { useCallBell } from './call-bell.ts'
export { useTakeCall } from './call-changes.ts'
export { useFloor } from './floor-query.ts'
export { agoText, tableName } from './words.ts'
