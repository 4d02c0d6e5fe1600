/* What the board and the menu tab say of a dish that is sold out today. */
export { placesOf } from './places-of.ts'
