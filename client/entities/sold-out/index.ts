/* What the board and the menu tab say of a dish that is sold out today. */
export { holdersText } from './holders-text.ts'
