/** An error in a row of an import. */
export interface RowError {
  /** The line of the file or of the pasted list, from 1; the position in `ids` for a change of several dishes. */
  line: number
  /** Empty if the whole row is wrong. */
  column: string
  /** A translation key, and after a space its value (`shared/contracts/base/wording.ts`). */
  messageKey: string
}

/** The message key for an id that no dish has. Such rows can be imported as new dishes. */
export const UNKNOWN_ID = 'menuCsv.unknownId'
