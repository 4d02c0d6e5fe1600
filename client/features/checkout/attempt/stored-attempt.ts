import '../../../lib/words/deferred-words.ts'

export { AttemptNotice } from './attempt-notice.tsx'
export { StillWanted } from './still-wanted.tsx'
export { WaitingBar } from './waiting-bar.tsx'
