/* The dialogs in one lazily loaded module. */
export { AskDialog } from './ask-dialog.tsx'
export { ChoiceDialog } from './choice-dialog.tsx'
