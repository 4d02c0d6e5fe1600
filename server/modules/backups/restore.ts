import type { Readable } from 'node:stream'
import { failureKind, type Tx } from '#server/db/index.ts'
import type { Encoded, PictureStore } from '#server/platform/files/store.ts'
import {
  damagedBackup,
  type Head,
  isNewer,
  MASA_VERSION,
  type Manifest,
  newerBackup,
  UnusableBackup,
} from './archive/parts.ts'
import { readArchive } from './archive/read-archive.ts'
import { keysDroppedBefore } from './erasures.ts'
import { keysOf } from './places/folder.ts'
import { storePictures, unpackPicture } from './places/pictures.ts'
import type { BackupStore } from './places/place.ts'
import { isDatabaseError } from './repo.ts'
import { knowsMigration, openRestoreDatabase, type PlaceState, type RestoreDatabase } from './restore-repo.ts'

/** Not restored: who is signed in, failed sign-ins, words that are valid once, and how the last backups went. */
const LEFT_OUT: ReadonlySet<string> = new Set(['sessions', 'login_failures', 'backup_links', 'backup_state'])

export interface RestoreParts {
  source: Readable
  url: string
  /** Its name in messages. */
  databaseName: string
  pictures: PictureStore
  /** Where pictures and erased keys are looked for: beside the file, in the folder of backups, in the bucket. */
  places: readonly BackupStore[]
  /** Whether pictures that are found nowhere are no reason to refuse. */
  withoutPictures: boolean
  now: Date
  /** Erases the rows again whose keys are in `erasures`. */
  eraseAgain(tx: Tx): Promise<number>
}

export interface Restored {
  head: Head
  rows: number
  pictures: number
  missingPictures: number
  /** Orders, events and customers that were erased since the backup. */
  erased: number
  /** The backup is so old that keys of what was erased since then may have been dropped. */
  mayLackErasures: boolean
}

/** Everything, or nothing (docs/operating.md#restore). @throws UnusableBackup with a sentence for people */
export async function restoreBackup(parts: RestoreParts): Promise<Restored> {
  const database = await openRestoreDatabase(parts.url, LEFT_OUT)
  try {
    return await restoreInto(database, parts)
  } finally {
    parts.source.destroy()
    await database.close()
  }
}

async function restoreInto(database: RestoreDatabase, parts: RestoreParts): Promise<Restored> {
  const { source, pictures, places } = parts
  let head: Head | undefined
  let manifest: Manifest | undefined
  let hashes: string[] = []
  let packedKeys = ''
  await readArchive(
    source,
    {
      async head(found) {
        head = found
        const { version, migrations } = found
        if (isNewer(version, MASA_VERSION) || !knowsMigration(migrations.last)) throw newerBackup(version, MASA_VERSION)
        const state = await database.look()
        if (state !== 'empty') throw new UnusableBackup(REFUSALS[state](parts.databaseName))
        await database.createTables(found.migrations.last)
      },
      pictures: (found) => {
        hashes = found
      },
      async rows(table, text) {
        const known = head?.tables.find(({ name }) => name === table)
        if (!known) throw damagedBackup(`it does not name its table ${table}`)
        await database.load(known, text)
      },
      async manifest(found) {
        manifest = found
        await compareTables(database, found)
      },
      erased: (lines) => {
        packedKeys = lines
      },
      async picture(hash, packed) {
        const picture = await unpackPicture(packed)
        if (picture) await pictures.put(hash, picture)
      },
    },
    MASA_VERSION,
  ).catch((error: unknown) => {
    // The head is used before its hash is known, so a damaged one may name what does not exist.
    if (!isDatabaseError(error) || failureKind(error) === 'unavailable') throw error
    throw damagedBackup('PostgreSQL refuses what it contains')
  })
  if (!head || !manifest) throw damagedBackup('its manifest is missing')
  await database.bringUpToDate(manifest.sequences)
  await database.endWhatWasOpen()

  const { restaurant } = head
  if (restaurant !== null) {
    const noted = await Promise.all(places.map((place) => place.readErased(restaurant)))
    const keys = noted.flatMap((reading) => [...reading.keys])
    await database.addErased([...new Set([...keysOf(packedKeys, restaurant), ...keys])], parts.now)
  }
  const erased = await parts.eraseAgain(database.tx())

  const missing = await storePictures(hashes, pictures, (hash) => findPicture(places, hash))
  if (missing.length > 0 && !parts.withoutPictures)
    throw new UnusableBackup(
      `${missing.length} of the ${hashes.length} pictures are missing or damaged. Put the folder "pictures" beside the backup, or ` +
        'restore without them: npm run restore -- --without-pictures FILE. Nothing was changed.',
    )
  await database.commit()
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + Number(table.rows), 0)
  return {
    ...{ head, rows, pictures: hashes.length - missing.length, missingPictures: missing.length, erased },
    mayLackErasures: new Date(head.at) < keysDroppedBefore(parts.now),
  }
}

const REFUSALS: Record<Exclude<PlaceState, 'empty'>, (name: string) => string> = {
  full: (name) => `${name} is not empty. A backup is restored into an empty place only. Nothing was changed.`,
  busy: (name) => `Masa is just starting on ${name}, or another restore is running there. Nothing was changed.`,
  connected: (name) =>
    `Another program is connected to ${name}. Stop Masa there, and whatever else uses it. Nothing was changed.`,
}

async function compareTables(database: RestoreDatabase, { tables }: Manifest): Promise<void> {
  const sumsOf = await database.finishLoading()
  for (const [table, sums] of Object.entries(tables)) {
    const loaded = await sumsOf(table)
    if (loaded && JSON.stringify(loaded) !== JSON.stringify(sums))
      throw damagedBackup(`${table} does not have the counts and sums of the manifest`)
  }
}

/** A picture of the first place that has it undamaged. */
async function findPicture(places: readonly BackupStore[], hash: string): Promise<Encoded | undefined> {
  for (const place of places) {
    const packed = await place.picture(hash)
    const picture = packed && (await unpackPicture(packed))
    if (picture) return picture
  }
  return undefined
}
