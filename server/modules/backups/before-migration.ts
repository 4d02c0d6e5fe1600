import { setTimeout } from 'node:timers/promises'
import { AppError } from '#server/platform/app-error.ts'
import type { Backups, StoredBackup } from '#server/platform/backups.ts'
import { describeFailure } from './failure.ts'

const WAIT_MS = 1_000

/** The backup before a migration failed, so nothing was migrated; the message is the reason, as a sentence. */
export class NoBackup extends Error {}

/**
 * Makes the backup that precedes a migration (docs/product/backups.md#backups-migration). While another instance makes
 * one, waits for its end: that one may miss what was ordered since.
 * @param dir the folder of the backups
 * @throws NoBackup
 */
export async function backUpBeforeMigration(backups: Backups, dir: string): Promise<StoredBackup> {
  try {
    for (;;) {
      const begun = await backups.begin('migration').catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'backup_running')) throw error
      })
      if (begun) return await begun.done
      await setTimeout(WAIT_MS)
    }
  } catch (error) {
    throw new NoBackup(describeFailure(error, dir), { cause: error })
  }
}
