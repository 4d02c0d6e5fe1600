import { type Database, inTransaction } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import type { BackupReason, Backups, StoredBackup } from '#server/platform/backups.ts'
import type { Clock } from '#server/platform/clock.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import type { Log } from '#server/platform/log.ts'

interface Parts {
  db: Database
  clock: Clock
  log: Log
}

/** Notes in the journal that a backup was made, and announces it to owners' pages. */
export async function noteBackup(db: Database, actor: Actor, { name }: StoredBackup, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    await noteInJournal(tx, actor, 'backup_made', { backup: name }, now)
    await announceArea(tx, 'service')
  })
}

/** Makes backups, one at a time, and announces beginning and end to owners' pages. */
export class BackupMaker {
  readonly #backups: Backups
  readonly #parts: Parts
  #running: Promise<void> | undefined

  constructor(backups: Backups, parts: Parts) {
    this.#backups = backups
    this.#parts = parts
  }

  /**
   * Begins a backup, and resolves as soon as it has begun; its end is announced.
   * @param unlessSince begins none if a good one was made since
   * @throws AppError `backup_running`
   */
  async begin(reason: BackupReason, actor: Actor, unlessSince?: Date): Promise<void> {
    const begun = await this.#backups.begin(reason, { ...(unlessSince && { unlessSince }) })
    if (!begun) return
    this.#running = this.#follow(begun.done, actor)
    await this.#announce()
  }

  /** Ends a running backup. */
  async close(): Promise<void> {
    await this.#backups.close()
    await this.#running
  }

  async #follow(done: Promise<StoredBackup>, actor: Actor): Promise<void> {
    const { db, clock, log } = this.#parts
    // The engine logs a failure.
    const backup = await done.catch(() => undefined)
    if (!backup) return this.#announce()
    await noteBackup(db, actor, backup, clock.now()).catch((error: unknown) =>
      log.error({ err: error }, 'a backup could not be recorded'),
    )
  }

  // A failure only means that open pages show the change later: the backup goes on.
  async #announce(): Promise<void> {
    const { db, log } = this.#parts
    await inTransaction(db, (tx) => announceArea(tx, 'service')).catch((error: unknown) =>
      log.warn({ err: error }, 'the state of the backups could not be announced'),
    )
  }
}
