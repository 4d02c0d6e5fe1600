import pg from 'pg'

export const TEMPLATE = 'masa_template'

/**
 * Creates a database on a server, replacing an existing one.
 * @param template database to clone
 * @returns its URL
 */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}${template ? ` template ${template}` : ''}`)
  } finally {
    await client.end()
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
}
