/** The open orders as a signed-in page follows them: loaded, kept up to date, rung for, and changed. */

export {
  boardOf,
  changeOptimistically,
  currentBoard,
  endedKey,
  type FetchedOrders,
  laterOrders,
  leftSince,
  lowestId,
  newestFirst,
  ordersOf,
  putBoard,
  putOrders,
  refetchedOrders,
  refetchOrders,
  SUB_TABS,
  type SubTab,
  useBoardOrders,
  useChangingIds,
  useHasFailed,
  useHasOpenOrders,
  useIsBoardLoaded,
  useIsChanging,
  useLoadedDownTo,
  useOrder,
  useShownOrders,
  useWaitingCount,
} from './board.ts'
export { fetchOrders, loadFirstOrders, useBoardSync } from './board-sync.ts'
export { Age, AgeClock, CardFrame, CardHead, LineRow, PlainCard } from './card-frame.tsx'
export { dishKeys, useGroupsOf } from './dish-options.ts'
export { byCategory, type DishToMake, dishesToMake, keyOfDish } from './dishes-to-make.ts'
export { DishVariants, LineOptions } from './line-options.tsx'
export { LivePill, useIsBoardLive, useLiveNotice } from './live-state.tsx'
export {
  changedMeanwhile,
  changePickup,
  markSeen,
  moveOn,
  moveOrderToTable,
  setOrderStatus,
} from './order-changes.ts'
export { OrderedLines, OrderLineView } from './order-line.tsx'
export {
  ageText,
  type CardPartProps,
  destinationOf,
  dishName,
  guestText,
  hasPhone,
  isErased,
  isLateOrder,
  isTableName,
  lateAfter,
  linesDone,
  moveOnLabel,
  openOrdersByTable,
  orderAge,
  paidOf,
  pickupText,
  placeOf,
  sumOf,
  titleOf,
  unbroken,
} from './order-text.ts'
export { RefusalNotice } from './refusal-notice.tsx'
export { RING_FOR_NONE, type RingPolicy, receiveOrder } from './ringing.ts'
export {
  dismissScreenAdvice,
  prepareBell,
  ring,
  SoundButton,
  useBell,
  useIsAudible,
  useScreenAwake,
  useScreenNotice,
  useScreenWakeLock,
  useSound,
  useSoundNotice,
} from './screen-and-sound.tsx'
export { contactLink, smsLink } from './sms.ts'
export { holdersText, SoldOutSwitch, sellOut, WhatIsLeft } from './sold-out.tsx'
export { DialogAlert, TakeOffDialog, takeOffTap } from './take-off-dialog.tsx'
