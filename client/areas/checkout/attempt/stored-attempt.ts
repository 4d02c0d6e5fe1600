/* The components that are loaded only if there is an attempt to show. */
export { AttemptNotice } from './attempt-notice.tsx'
export { StillWantedDialog } from './still-wanted-dialog.tsx'
export { WaitingOrderBar } from './waiting-order-bar.tsx'
