/* The floor: the tables, their calls and ready rounds, for those who serve. */
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { DOCUMENT_WORDS } from '../../lib/words/load-words.ts'

export { FloorGrid, FloorGridSkeleton } from './floor-grid.tsx'
export { restoreRoundDrafts, useTableCheckouts, useUnsentCount, waitingAttempt } from './round/round-drafts.ts'
export {
  agoText,
  floorTasks,
  isTaken,
  tableName,
  useFloor,
  useFloorBell,
  useIsTakingRound,
  useOpenTableId,
  useTakeCall,
  useWaitingBell,
} from './tables.ts'
export { TaskList } from './task-list.tsx'

export const OpenedTable = lazyPart(() => import('./opened-table.tsx'))
/** Taking a round; its notes are worded as in a guest's cart, its names in the restaurant's language. */
export const NewRound = lazyPart(() => import('./round/take-round.tsx'), 'overlays', ...DOCUMENT_WORDS)
export const StaffOrder = lazyPart(() => import('./round/staff-order.tsx'), 'overlays', ...DOCUMENT_WORDS)
