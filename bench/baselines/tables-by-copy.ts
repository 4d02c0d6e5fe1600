/** The baseline of backups: every table copied to a file of its own, and from it, by COPY alone. */
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { withClient } from '#server/testing/databases.ts'

/** Copies all tables to files, each flushed to disk. */
export async function copyTablesOut(url: string, folder: string): Promise<void> {
  await withTables(url, '', async (client, tables) => {
    await client.query('begin isolation level repeatable read read only')
    for (const table of tables) {
      const file = fileOf(folder, table)
      await pipeline(client.query(to(`copy "${table}" to stdout`)), createWriteStream(file))
      const handle = await open(file)
      await handle.sync()
      await handle.close()
    }
  })
}

/** Copies the files into the tables of a migrated, empty database, without triggers and foreign keys, in one commit. */
export async function copyTablesIn(url: string, folder: string): Promise<void> {
  await withTables(url, '-c session_replication_role=replica', async (client, tables) => {
    await client.query('begin')
    await client.query(`truncate ${tables.map((table) => `"${table}"`).join(', ')}`)
    for (const table of tables)
      await pipeline(createReadStream(fileOf(folder, table)), client.query(from(`copy "${table}" from stdin`)))
    await client.query('commit')
  })
}

const fileOf = (folder: string, table: string) => path.join(folder, `${table}.copy`)

function withTables(
  url: string,
  options: string,
  work: (client: pg.Client, tables: string[]) => Promise<void>,
): Promise<void> {
  return withClient(
    url,
    async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
      )
      await work(
        client,
        rows.map(({ name }) => name),
      )
    },
    options,
  )
}
