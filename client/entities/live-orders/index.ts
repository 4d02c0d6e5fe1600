/**
 * The open orders of the restaurant as a signed-in page follows them: loaded, kept up to date, rung for, and changed.
 * The board, the kitchen and the floor show them.
 */
export { type Attention, skipRinging } from './bell/announce.ts'
export { prepareBell, ring, switchBell, useBell } from './bell/bell.ts'
export { dismissScreenAdvice, ScreenAdvice, useScreenAwake, useScreenWakeLock } from './bell/screen-awake.tsx'
export { SoundButton, SoundPrompt, useIsAudible, useSound } from './bell/sound.tsx'
export {
  type Board,
  countOf,
  countOlderOpen,
  EMPTY_BOARD,
  hasOlder,
  newestFirst,
  nextPageBefore,
  openReach,
  ordersOf,
  SUB_TABS,
  type SubTab,
  statusOfSubTab,
  withList,
  withOrders,
  withPage,
} from './board/board.ts'
export {
  changeBoard,
  clearBoard,
  shownBoard,
  useBoardOrders,
  useBoardState,
  useHasOpenOrders,
  useIsBoardLoaded,
  useShownOrders,
} from './board/board-store.ts'
export { NO_ORDER, receiveOrder, useBoardSync } from './board/board-sync.ts'
export { byCategory, type DishToMake, dishesToMake, keyOfDish } from './board/dishes-to-make.ts'
export { LiveBanner, LivePill, useIsBoardLive } from './board/live-state.tsx'
export { AgeClock } from './card/age-clock.tsx'
export { CardBoundary } from './card/card-boundary.tsx'
export { contactLink } from './card/contact-link.ts'
export { recordTap } from './card/double-tap.ts'
export {
  type CardPartProps,
  destinationOf,
  dishName,
  hasPhone,
  isErased,
  isTableName,
  moveOnLabel,
  placeOf,
} from './card/order-words.ts'
export { openMoveDialog } from './changes/move-dialog-store.ts'
export { MoveOrderDialog, type UseTables } from './changes/move-order-dialog.tsx'
export { cancelOrder, putOnBoard, useChangeStatus, useMarkSeen, useMoveOn } from './changes/order-calls.ts'
export { sellOut } from './changes/sell-out.ts'
export { TakeOffDialog } from './changes/take-off-dialog.tsx'
export { openTakeOffDialog, useTakeOffDialog } from './changes/take-off-store.ts'
