import type { Reader } from '#server/db/index.ts'
import type { JournalDetails, JournalKind } from '#shared/contracts/journal.ts'
import { insertEntry } from './repo.ts'

/** Who does something: a signed-in user, or somebody of whom only the address is known. */
export interface Actor {
  /** Null for nobody that is known. */
  username: string | null
  /** As limits count it (`addressKey`); null for the server itself. */
  address: string | null
}

/** Writes one entry, in the transaction of the change where there is one: the entry is kept exactly if the change is. */
export async function noteInJournal(
  tx: Reader,
  { username, address }: Actor,
  kind: JournalKind,
  details: JournalDetails,
  at: Date,
): Promise<void> {
  await insertEntry(tx, { kind, username, address, details, at })
}
