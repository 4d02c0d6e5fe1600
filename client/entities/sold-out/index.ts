/* Texts about dishes that are sold out today, for the Orders and Menu tabs. */
export { holdersText } from './holders-text.ts'
