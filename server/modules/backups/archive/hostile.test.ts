import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type ZstdOptions, zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { query } from '#server/testing/databases.ts'
import { openBucket } from '#server/testing/storage.ts'
import { archiveOf, HEAD } from '../fixtures/archives.ts'
import { backupsOf, pictureOf } from '../fixtures/places.ts'
import { backupName } from '../places/place.ts'
import {
  DamagedBackup,
  HEAD_PART,
  MANIFEST_PART,
  MASA_VERSION,
  PICTURES_PART,
  SEAL_PART,
  TAR_END,
  tablePart,
  tarEntry,
} from './parts.ts'
import { readArchive, readHead } from './read-archive.ts'

/** How many bytes this thread has unpacked. */
let unpacked = 0
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>()
  function createZstdDecompress(options: ZstdOptions) {
    const stream = zlib.createZstdDecompress(options)
    const push = stream.push.bind(stream)
    stream.push = (chunk: Buffer | null) => {
      unpacked += chunk?.length ?? 0
      return push(chunk)
    }
    return stream
  }
  return { ...zlib, createZstdDecompress }
})

const MB = 1024 ** 2
/** Compresses to a few kilobytes. */
const ZEROS = Buffer.alloc(64 * MB)
const MANIFEST = { tables: {}, sequences: [], parts: [] }
const BOMBS: [string, [name: string, content: unknown][]][] = [
  ['its head', [[HEAD_PART, ZEROS]]],
  [
    'its list of pictures',
    [
      [HEAD_PART, HEAD],
      [PICTURES_PART, ZEROS],
    ],
  ],
  [
    'a table before the list of pictures',
    [
      [HEAD_PART, HEAD],
      [tablePart('orders', 1), ZEROS],
      [PICTURES_PART, ''],
    ],
  ],
  [
    'a part that Masa does not write',
    [
      [HEAD_PART, HEAD],
      ['letter.txt', ZEROS],
      [PICTURES_PART, ''],
    ],
  ],
]
const LATER_BOMBS: typeof BOMBS = [
  [
    'a piece of a table',
    [
      [HEAD_PART, HEAD],
      [PICTURES_PART, ''],
      [tablePart('orders', 1), ZEROS],
    ],
  ],
  [
    'its manifest',
    [
      [HEAD_PART, HEAD],
      [PICTURES_PART, ''],
      [MANIFEST_PART, ZEROS],
    ],
  ],
  [
    'its seal',
    [
      [HEAD_PART, HEAD],
      [PICTURES_PART, ''],
      [MANIFEST_PART, MANIFEST],
      [SEAL_PART, ZEROS],
    ],
  ],
  [
    'a second list of pictures',
    [
      [HEAD_PART, HEAD],
      [PICTURES_PART, ''],
      [PICTURES_PART, ZEROS],
    ],
  ],
]

/** What reading a backup ends with, and how many bytes were unpacked until then. */
async function outcomeOf(reading: Promise<unknown>) {
  unpacked = 0
  const error = await reading.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  return { error, unpacked }
}
const headOf = (archive: Buffer) => readHead(Readable.from([archive]), MASA_VERSION)
const allOf = (archive: Buffer) => readArchive(Readable.from([archive]), {}, MASA_VERSION)

describe('a backup of which a few kilobytes unpack to megabytes', () => {
  it.each(BOMBS)('is damaged before they are unpacked, if they are in %s', async (_, parts) => {
    const archive = archiveOf(...parts)
    for (const reading of [headOf, allOf]) {
      const outcome = await outcomeOf(reading(archive))
      expect(outcome.error).toBeInstanceOf(DamagedBackup)
      expect(outcome.unpacked).toBeLessThan(MB)
    }
  })

  it.each(LATER_BOMBS)('is damaged, if they are in %s, and its head can be read', async (_, parts) => {
    const archive = archiveOf(...parts)
    const outcome = await outcomeOf(allOf(archive))
    expect(outcome.error).toBeInstanceOf(DamagedBackup)
    expect(outcome.unpacked).toBeLessThan(MB)
    expect(await headOf(archive)).toMatchObject({ pictures: [] })
  })

  it('is damaged, if they follow its end', async () => {
    const tar = [...tarEntry(HEAD_PART, Buffer.from(JSON.stringify(HEAD)), new Date()), TAR_END, ZEROS]
    const outcome = await outcomeOf(allOf(zstdCompressSync(Buffer.concat(tar))))
    expect(outcome.error).toMatchObject({ message: expect.stringContaining('goes on after its end') })
    expect(outcome.unpacked).toBeLessThan(MB)
  })
})

it('a backup is damaged whose list of pictures names a path', async () => {
  const listOf = (...names: string[]) => archiveOf([HEAD_PART, HEAD], [PICTURES_PART, `${names.join('\n')}\n`])
  const hash = 'a'.repeat(32)
  expect(await headOf(listOf(hash))).toMatchObject({ pictures: [hash] })
  for (const name of ['../x', `${hash}/../../x`, 'A'.repeat(32), `${hash}0`])
    expect((await outcomeOf(headOf(listOf(hash, name)))).error).toBeInstanceOf(DamagedBackup)
})

describe('a bomb among the backups', () => {
  const server = testServer()
  const HASH = 'c'.repeat(32)
  beforeAll(async () => {
    await server.pictures.put(HASH, pictureOf('soup'))
    await query(server.connection.url(), `insert into pictures (hash, used_at) values ('${HASH}', now())`)
  })

  it('stops no backup nor its copy to the bucket, is hardly unpacked, and is named', async () => {
    const bucket = await openBucket()
    onTestFinished(() => bucket.close())
    const { backups, dir, make, logged } = await backupsOf(server, { bucket })
    const first = await make()
    const bomb = backupName(new Date('2026-11-01T02:00:00Z'))
    await writeFile(path.join(dir, bomb), archiveOf([HEAD_PART, HEAD], [PICTURES_PART, ZEROS]))
    unpacked = 0
    const second = await make()
    expect(second).toMatchObject({ where: 'both', checked: true })
    expect(unpacked).toBeLessThan(MB)
    expect((await backups.list()).map(({ name, checked }) => [name, checked])).toEqual([
      ...[second, first].map(({ name }) => [name, true]),
      [bomb, false],
    ])
    expect([...bucket.objects.keys()]).not.toContain(bomb)
    expect(logged()).toMatch(new RegExp(`"backup":"${bomb}".*damaged`))
    expect(await backups.state()).toMatchObject({ failedAt: null })
    const download = await backups.open(second.name)
    expect((await download.stream.toArray()).length).toBeGreaterThan(0)
    expect(unpacked).toBeLessThan(MB)
    await backups.close()
  })
})
