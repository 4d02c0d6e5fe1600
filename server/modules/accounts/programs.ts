import { type Database, inTransaction } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { required } from '#server/platform/app-error.ts'
import { atMost } from '#server/platform/change.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import { type createProgram, MAX_PROGRAMS } from '#shared/contracts/programs.ts'
import { DUTIES, OWNER_RIGHTS, type Scope } from '#shared/domain/access.ts'
import type { ProgramRow } from './repo.ts'
import * as repo from './repo.ts'

/* The restaurant's other programs (docs/product/accounts.md#accounts-programs). */

/** Adds a program. @returns also its token, of which only the hash is stored */
export function addProgram(
  db: Database,
  input: Received<typeof createProgram>['body'],
  actor: Actor,
  now: Date,
): Promise<ProgramRow & { token: string }> {
  // 40 characters.
  const token = `masa_${newToken(30)}`
  return inTransaction(db, async (tx) => {
    await atMost(tx, 'programs', MAX_PROGRAMS)
    const row = await repo.insertProgram(tx, { ...input, tokenHash: tokenHash(token), createdAt: now })
    const personal = row.scopes.includes('guests:read')
    await noteInJournal(tx, actor, 'program_added', { program: row.name, ...(personal && { personal }) }, now)
    await announceArea(tx, 'programs')
    return { ...row, token }
  })
}

export function revokeProgram(db: Database, id: number, actor: Actor, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { name } = required(await repo.deleteProgram(tx, id))
    await noteInJournal(tx, actor, 'program_removed', { program: name }, now)
    await announceArea(tx, 'programs')
  })
}

/** A program as the user of a call that it may make by this scope: one that writes orders may do what staff may. */
export function programViewer({ id, name, scopes }: ProgramRow, scope: Scope, now: Date): Omit<Viewer, 'address'> {
  const rights = scope === 'orders:write' ? { isOwner: false, duties: DUTIES } : OWNER_RIGHTS
  // No user and no login session has these ids.
  const ids = { userId: -id, sessionId: 0 }
  const hidesGuests = !scopes.includes('guests:read')
  return { ...rights, ...ids, hidesGuests, username: name, program: name, signedInAt: now, confirmedAt: now }
}

const USE_WRITE_INTERVAL_MS = 60_000

/** Returns a function that writes when a program was used, at most once a minute. */
export function programUses(db: Database) {
  const writtenAt = new Map<number, number>()
  return async ({ id }: ProgramRow, now: Date): Promise<void> => {
    if (now.getTime() - (writtenAt.get(id) ?? Number.NEGATIVE_INFINITY) < USE_WRITE_INTERVAL_MS) return
    writtenAt.set(id, now.getTime())
    await repo.updateProgramUse(db, id, now)
  }
}
