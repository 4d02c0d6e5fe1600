/** The owner's board: what it keeps, shows and rings for. */
export { useKeptBoard } from './board-keeper.ts'
export { useBoardOrders, useIsBoardLoaded } from './board-store.ts'
export { LiveBanner, LivePill } from './live-state.tsx'
export { OrdersTab } from './orders-tab.tsx'
export { ScreenAwake } from './screen-awake.tsx'
export { SoundButton, SoundPrompt } from './sound.tsx'
export { SummaryCards } from './summary-cards.tsx'
