import type { Reader } from '#server/db/index.ts'
import type { JournalDetails, JournalKind } from '#shared/contracts/journal.ts'
import { hasSignInsSince, insertEntry, insertRefused } from './repo.ts'

/** Who does something: a signed-in user, or somebody known only by an address. */
export interface Actor {
  /** The user who did it; null where no user did. */
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

const HOUR_MS = 60 * 60_000
const REFUSED_AN_HOUR = 1_000
const SIGN_INS_AN_HOUR = 1_000

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

/**
 * Notes that a user signed in: an owner always, anybody else only as long as the hour of the clock has fewer than a
 * thousand such entries. Anybody may make accounts, and would otherwise fill the journal by signing in.
 */
export async function noteSignIn(tx: Reader, actor: Actor, isOwner: boolean, at: Date): Promise<void> {
  if (!isOwner && (await hasSignInsSince(tx, hourOf(at), SIGN_INS_AN_HOUR))) return
  await noteInJournal(tx, actor, 'signed_in', {}, at)
}

/**
 * Notes that a sign-in as this user was refused. Each hour of the clock has at most a thousand such entries, and one
 * that counts the rest: nobody fills the disk by guessing. (Two instances at the same moment may each begin a count of their own.)
 */
export async function noteRefusedSignIn(db: Reader, { username, address }: Actor, at: Date): Promise<void> {
  await insertRefused(db, { username, address, at, hour: hourOf(at), most: REFUSED_AN_HOUR })
}
