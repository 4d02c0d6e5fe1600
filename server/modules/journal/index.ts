/** What was done to accounts, settings and data, by whom and from where (docs/product.md#journal-what). */
export { journalArea } from './area.ts'
export { type Actor, noteInJournal, noteRefusedSignIn, noteSignIn } from './note.ts'
