/** What is wrong with a place of an import. */
export interface Fault {
  line: number
  /** Empty where the whole row is meant. */
  column: string
  /** A translation key with its value (`shared/contracts/wording.ts`). */
  wording: string
}

/** What is wrong with an id that no dish has: such rows can be taken as new dishes. */
export const UNKNOWN_ID = 'menuCsv.unknownId'
