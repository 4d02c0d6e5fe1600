import pg from 'pg'
import { within } from './within.ts'

export const TEMPLATE = 'masa_template'
/** The template with the restaurant of the tests. */
export const FILLED = 'masa_filled'

/** Runs work on its own connection, which is closed afterwards. @param options of the session: `-c name=value` */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  options?: string,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, options })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs statements on one connection. @returns the rows of the last one */
export function query<Row extends pg.QueryResultRow = Record<string, unknown>>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  return withClient(url, async (client) => {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  })
}

/** Creates a database, and replaces one of the same name. @param template the database to clone @returns its URL */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  // Copying files takes less time than writing each page to the log.
  const cloning = template ? ` template ${template} strategy file_copy` : ''
  const creating = query(server, dropping(name), `create database ${name}${cloning}`)
  await within(240, () => `the database ${name} to be created`, creating)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await query(server, dropping(name))
}

const dropping = (name: string) => `drop database if exists ${name} with (force)`
