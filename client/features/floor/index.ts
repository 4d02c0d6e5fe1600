import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { withWords } from '../../lib/words/load-words.ts'

/* The floor: tables, who calls, and what is ready, for those who serve. */
export { useIsTakingRound, useOpenTableId } from './address.ts'
export { useFloorBell } from './floor-bell.ts'
export { FloorGrid } from './floor-grid.tsx'
export { type FloorDialog, OpenedTable } from './opened-table.tsx'
export { restoreRoundDrafts } from './round/round-drafts.ts'
export { useTableCheckouts } from './round/table-checkouts.ts'
export { waitingAttempt } from './round/waiting-round.tsx'
export { whatIsWanted } from './table-state.ts'
export { WantsStrip } from './wants-strip.tsx'

/** Taking a round; its notes are worded as in a guest's cart. */
export const NewRound = lazyPart(() => withWords('overlays', import('./round/new-round.tsx')))
