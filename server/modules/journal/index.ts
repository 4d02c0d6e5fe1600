/** The journal: changes of accounts, settings and data, with user and address (docs/product/accounts.md#journal-what). */

import type { Reader, Tx } from '#server/db/index.ts'
import type { JournalDetails } from '#shared/contracts/journal.ts'
import { type Actor, hasSignInsSince, insertCapped, noteInJournal } from './repo.ts'

export { type Actor, noteInJournal } from './repo.ts'

const HOUR_MS = 60 * 60_000
/** The limit of each kind of entry that anybody can cause. */
const MAX_PER_HOUR = 1_000

const startOfHour = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

/** Records others' sign-ins only up to a thousand an hour, because anybody can register and sign in. */
export async function noteSignIn(tx: Reader, actor: Actor, isOwner: boolean, at: Date): Promise<void> {
  if (!isOwner && (await hasSignInsSince(tx, startOfHour(at), MAX_PER_HOUR))) return
  await noteInJournal(tx, actor, 'signed_in', {}, at)
}

/**
 * Records a refused sign-in as this user. Each clock hour has at most a thousand such entries and one that counts the
 * rest, so that guessing cannot fill the disk. (Two concurrent instances may each insert a counting entry.)
 */
export function noteRefusedSignIn(db: Reader, { username, address }: Actor, at: Date): Promise<void> {
  const kinds = { kind: 'sign_in_refused', restKind: 'sign_ins_refused' } as const
  return insertCapped(db, { ...kinds, username, address, details: {}, at, ...capOf(at) })
}

/** Records at most a thousand in a clock hour and one that counts the rest, because anybody can register. */
export function noteRegistration(tx: Tx, { username, address }: Actor, details: JournalDetails, at: Date) {
  const kinds = { kind: 'user_created', restKind: 'users_registered' } as const
  return insertCapped(tx, { ...kinds, username, address, details, at, ...capOf(at) })
}

const capOf = (at: Date) => ({ hourStart: startOfHour(at), max: MAX_PER_HOUR })
