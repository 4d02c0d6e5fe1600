/** The owner's board: what it keeps, shows and rings for. */
export { useKeptBoard } from './board-keeper.ts'
export { useBoardOrders, useIsBoardLoaded } from './board-store.ts'
export { LiveBanner, LivePill, useIsBoardLive } from './live-state.tsx'
export { OrdersTab } from './orders-tab.tsx'
export { ScreenAdvice, settleScreen, useKeptScreen, useScreenAwake } from './screen-awake.tsx'
export { SoundButton, SoundPrompt, useSound } from './sound.tsx'
export { SummaryCards } from './summary-cards.tsx'
