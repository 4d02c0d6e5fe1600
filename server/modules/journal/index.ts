/** The journal: changes of accounts, settings and data, with user and address (docs/product/accounts.md#journal-what). */
export { type Actor, noteInJournal, noteRefusedSignIn, noteRegistration, noteSignIn } from './service.ts'
