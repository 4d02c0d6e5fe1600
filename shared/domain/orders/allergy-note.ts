/** Beginnings of words that speak of an allergy, in English and Romanian, in lower case and without diacritics. */
const WARNING = /(?:^|[^a-z])(?:alerg|allerg|intoleran|celiac|coeliac|anafila|anaphyla|epipen)/

/**
 * Whether a guest's note warns of an allergy or an intolerance. "No allergies" counts too, because a needless warning
 * is better than a missing one.
 * @param note of a line or an order, as it was typed; null without one
 */
export function warnsOfAllergy(note: string | null): boolean {
  return note !== null && WARNING.test(note.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''))
}
