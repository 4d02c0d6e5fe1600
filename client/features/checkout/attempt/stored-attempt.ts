import '../../../lib/words/deferred-words.ts'

/* The components that are loaded only if there is an attempt to show. */
export { AttemptNotice } from './attempt-notice.tsx'
export { StillWanted } from './still-wanted.tsx'
export { WaitingBar } from './waiting-bar.tsx'
