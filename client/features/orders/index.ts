/** The Orders tab: the board of orders, its sound, and its live state. */
export { dismissScreenAdvice, ScreenAdvice, useScreenAwake, useScreenWakeLock } from './bell/screen-awake.tsx'
export { SoundButton, SoundPrompt, useSound } from './bell/sound.tsx'
export { useBoardOrders, useHasOpenOrders, useIsBoardLoaded } from './board/board-store.ts'
export { useBoardSync } from './board/board-sync.ts'
export { LiveBanner, LivePill, useIsBoardLive } from './board/live-state.tsx'
export { SummaryCards } from './board/summary-cards.tsx'
export { useTestOrder } from './changes/test-order.ts'
export { OrdersTab } from './orders-tab.tsx'
