import '../../lib/words/deferred-words.ts'

/* The dialogs in one lazily loaded module, together with their words. */
export { AskDialog } from './ask-dialog.tsx'
export { ChoiceDialog } from './choice-dialog.tsx'
