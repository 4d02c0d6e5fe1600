import '../../lib/words/deferred-words.ts'

export { AskDialog } from './ask-dialog.tsx'
export { ChoiceDialog } from './choice-dialog.tsx'
