import path from 'node:path'
import { failureKind, type Tx } from '#server/db/index.ts'
import type { PictureStore } from '#server/platform/files/store.ts'
import { copyPictures, picturesBeside, readErased } from './folder.ts'
import { addErased, isDatabaseError } from './repo.ts'
import { inEmptyDatabase, loadBackup } from './restore-repo.ts'
import { checkBackup, damagedBackup } from './text.ts'

export interface RestoreParts {
  file: string
  url: string
  /** The name of the database in messages. */
  databaseName: string
  pictures: PictureStore
  /** The folder of the backups. Pictures and erased keys are looked up beside the file and in this folder. */
  backupDir: string
  /** Erases the rows again whose keys are in the table `erasures`. */
  eraseAgain(tx: Tx): Promise<number>
}

export interface Restored {
  at: string
  rows: number
  pictures: number
  missingPictures: number
  /** The number of orders, events and customers that were erased after the backup. */
  erased: number
}

/** Restores everything or nothing (docs/operating.md#restore). @throws UnusableBackup with a sentence for people */
export async function restoreBackup(parts: RestoreParts): Promise<Restored> {
  const { file, pictures, backupDir } = parts
  const folders = [...new Set([path.dirname(path.resolve(file)), backupDir])]
  // The whole backup is checked before anything is written.
  await checkBackup(file)
  return inEmptyDatabase(parts.url, parts.databaseName, async (client, tx) => {
    const head = await loadBackup(client, file).catch((error: unknown) => {
      throw isDatabaseError(error) && failureKind(error) !== 'unavailable'
        ? damagedBackup('PostgreSQL refuses what it contains')
        : error
    })
    await addErased(tx, (await Promise.all(folders.map(readErased))).flat())
    const erased = await parts.eraseAgain(tx)
    const missingPictures = await copyPictures(head.pictures, folders.map(picturesBeside), pictures)
    const rows = head.tables.reduce((sum, table) => sum + Number(table.rows), 0)
    return { at: head.at, rows, pictures: head.pictures.length - missingPictures, missingPictures, erased }
  })
}
