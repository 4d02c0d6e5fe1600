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
export { DialogAlert } from './changes/dialog-alert.tsx'
export { holdersText } from './changes/holders-text.ts'
export {
  chooseTable,
  closeMoveDialog,
  closeMoveDialogOf,
  openMoveDialog,
  useMoveDialog,
} from './changes/move-dialog-store.ts'
export {
  cancelOrder,
  changedMeanwhile,
  putOnBoard,
  useChangeStatus,
  useMarkSeen,
  useMoveOn,
  useMoveToTable,
} from './changes/order-calls.ts'
export { sellOut } from './changes/sell-out.ts'
export { TakeOffDialog } from './changes/take-off-dialog.tsx'
export { openTakeOffDialog, useTakeOffDialog } from './changes/take-off-store.ts'
/*
 * What several features show of an order: its lines, the name of its status, its age, and why the server rejected it;
 * and how lists of orders are fetched.
 */
export { ageText } from './order/age-text.ts'
export { CartLineView } from './order/cart-line.tsx'
export { type FetchedOrders, fetchOrders } from './order/fetch-orders.ts'
export { linesDone } from './order/lines-done.ts'
export { orderAge, splitMinutes } from './order/order-age.ts'
export { openOrdersByTable, sumOf, unbroken } from './order/orders-by-table.ts'
export { RefusalNotice } from './order/refusal-notice.tsx'
export { statusWord } from './order/status-word.ts'
