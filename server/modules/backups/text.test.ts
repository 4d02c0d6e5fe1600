import { createHash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { MASA_VERSION } from '#server/db/migrate.ts'
import { testServer } from '#server/testing/app.ts'
import { allRows, backupsOf, newDatabase, newFolder, restoreFrom } from '#server/testing/backups.ts'
import { query } from '#server/testing/databases.ts'
import { backupFileAt } from './folder.ts'
import { checkBackup, readBackupHead } from './text.ts'

const server = testServer()
let file = ''
let folder = ''
let text = ''

beforeAll(async () => {
  folder = await newFolder()
  // The file is too large to be read in one piece, and contains everything that COPY escapes.
  await query(
    server.connection.server.url(),
    `insert into customers (name, phone_number, notes, created_at, updated_at)
     select E'Zoița\\u2028 tab\\t back\\\\slash', i, md5(i::text) || E'\\n\\\\.\\n', now(), now()
     from generate_series(1, 8000) i`,
  )
  const { dir, make } = await backupsOf(server)
  file = path.join(dir, (await make()).name)
  text = zstdDecompressSync(await readFile(file)).toString()
})

const withHash = (lines: string) => `${lines}-- sha256 ${createHash('sha256').update(lines).digest('hex')}\n`
/** Changes the text and makes its hash right again, as an attacker could. */
const forged = (change: (lines: string) => string) => withHash(change(text.slice(0, text.lastIndexOf('-- sha256'))))
async function fileOf(content: Buffer | string): Promise<string> {
  const name = path.join(folder, `${createHash('sha256').update(content).digest('hex')}.sql.zst`)
  await writeFile(name, Buffer.isBuffer(content) ? content : zstdCompressSync(content))
  return name
}

describe('the text of a backup', () => {
  it('is SQL: comments, COPY text of every table, sequences, and a hash; only its owner may read the file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const lines = text.split('\n')
    expect(lines[0]).toMatch(/^-- masa \{"version":"[\d.]+","format":1,"at":"20[^"]+Z","postgres":"1\d/)
    const { tables } = await readBackupHead(file)
    expect(tables.find(({ name }) => name === 'customers')).toMatchObject({ rows: '8000' })
    const names = await query<{ name: string }>(
      server.connection.server.url(),
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    )
    const copied = lines.flatMap((line) => /^COPY "(\w+)" \(.+\) FROM stdin;$/.exec(line)?.[1] ?? [])
    expect(copied).toEqual(names.map(({ name }) => name))
    expect(lines).toContain("SELECT pg_catalog.setval('customers_id_seq', 8000);")
    expect(text).toBe(forged((same) => same))
  })

  it('is refused whole wherever it is cut off, or a byte is another', async () => {
    const bytes = await readFile(file)
    for (const length of [3, 200, Math.floor(bytes.length / 2), bytes.length - 20])
      await expect(checkBackup(await fileOf(bytes.subarray(0, length)))).rejects.toThrow(/damaged|not a backup/)
    for (const share of [0, 0.3, 0.5, 0.9]) {
      const changed = Buffer.from(bytes)
      const at = Math.floor((bytes.length - 5) * share)
      changed.writeUInt8(changed.readUInt8(at) ^ 0x40, at)
      await expect(checkBackup(await fileOf(changed))).rejects.toThrow(/damaged|not a backup/)
    }
    for (const length of [1_000, text.lastIndexOf('-- sha256'), text.length - 2])
      await expect(checkBackup(await fileOf(text.slice(0, length)))).rejects.toThrow(/damaged|not a backup/)
    await expect(checkBackup(await fileOf(text.replace('Zoița', 'Zoita')))).rejects.toThrow(/its hash is another/)
  })
})

describe('a restore of a file that was made on purpose', () => {
  const firstRow = (row: string) => (lines: string) =>
    lines.replace(/^(COPY "tables" .*\n).*$/m, (_, copy: string) => `${copy}${row}`)

  it.each<[string, RegExp, (lines: string) => string]>([
    [
      'another statement',
      /line that no backup has/,
      (lines) => lines.replace('COPY "b', 'DROP TABLE orders;\nCOPY "b'),
    ],
    ['a statement after the tables', /line that no backup has/, (lines) => `${lines}SELECT pg_sleep(1);\n`],
    [
      'more in a line of a table',
      /line that no backup has/,
      (lines) => lines.replace('COPY "orders" (', 'COPY "orders" FROM PROGRAM \'id\'; COPY "orders" ('),
    ],
    ['another setting', /line that no backup has/, (lines) => lines.replace("'UTF8'", "'LATIN1'")],
    [
      'a table that is unknown',
      /tables of its version/,
      (lines) => lines.replaceAll(/(COPY |"name":)"tables"/g, '$1"pg_authid"'),
    ],
    ['a column that is unknown', /tables of its version/, (lines) => lines.replaceAll('erasure_key', 'erasure_keys')],
    [
      'a table less',
      /tables of its version/,
      (lines) => lines.replace(/\{"name":"backup_links".*?\},/, '').replace(/^COPY "backup_links".*\n\\\.\n/m, ''),
    ],
    ['a sequence that is unknown', /PostgreSQL refuses/, (lines) => `${lines}SELECT pg_catalog.setval('a', 1);\n`],
    ['rows fewer than it says', /as many rows/, (lines) => lines.replace(/^(COPY "customers".*\n)[^\n]*\n/m, '$1')],
    ['rows that PostgreSQL refuses', /PostgreSQL refuses/, firstRow('nonsense')],
    ['something after its end', /goes on after its end/, (lines) => `${withHash(lines)}more\n`],
    ['a line without end', /too long/, (lines) => lines.replace('Zoița', 'Z'.repeat(17 * 1024 ** 2))],
  ])('is refused, and changes nothing: %s', async (_, reason, change) => {
    const content = forged(change)
    expect(content).not.toBe(text)
    const url = await newDatabase()
    await expect(restoreFrom(await fileOf(content), { url })).rejects.toThrow(reason)
    expect(await allRows(url)).toEqual({})
  })

  it.each([
    ['version', `"version":"${MASA_VERSION}"`, '"version":"99.0.0"'],
    ['format', '"format":1', '"format":2'],
    ['migration', /"migration":\d+/, '"migration":9999999999999'],
  ])('a newer %s is refused by name before anything else', async (_, from, to) => {
    const version = _ === 'version' ? '99.0.0' : MASA_VERSION
    const newer = await fileOf(`${text.split('\n')[0]?.replace(from, to)}\nnonsense\n`)
    await expect(checkBackup(newer)).rejects.toThrow(`made by Masa ${version}, which is newer`)
  })

  it('one of a version that was never released is called older', async () => {
    const older = await fileOf(forged((lines) => lines.replace(/"migration":\d+/, '"migration":1700000000000')))
    await expect(checkBackup(older)).rejects.toThrow(/older than this Masa/)
  })

  it('another file is none, and the message says what to do with it', async () => {
    const tar = Buffer.alloc(1024)
    tar.write('ustar', 257)
    for (const [content, advice] of [
      [Buffer.from('a letter'), /not a backup of Masa/],
      ['a letter\n', /not a backup of Masa/],
      [Buffer.alloc(4096), /not a backup of Masa/],
      [tar, /must be unpacked first: tar xf FILE/],
      [Buffer.alloc(0), /is empty/],
      [Buffer.from(text), /unpacked already.* zstd FILE/],
    ] as const)
      await expect(checkBackup(await fileOf(content))).rejects.toThrow(advice)
  })

  it('is found in the folder that a browser has unpacked', async () => {
    const unpacked = await newFolder()
    await expect(backupFileAt(unpacked)).rejects.toThrow(/without a backup/)
    const [one, two] = ['25', '26'].map((day) => path.join(unpacked, `masa-2026-11-${day}T02-00-00Z.sql.zst`))
    await writeFile(one ?? '', '')
    await writeFile(path.join(unpacked, 'erased'), '')
    expect(await backupFileAt(unpacked)).toBe(one)
    expect(await backupFileAt(one ?? '')).toBe(one)
    await writeFile(two ?? '', '')
    await expect(backupFileAt(unpacked)).rejects.toThrow(/several backups/)
  })
})
