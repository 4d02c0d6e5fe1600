import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { USER } from './create-cluster.ts'
import type { Running } from './process.ts'
import { readPidFile } from './signals.ts'

const DATABASE = 'masa'

/** The address of a database on the embedded server. */
export function urlOf(port: number, password: string, database = DATABASE): string {
  return `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

/** A TCP port on 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  return address.port
}

/**
 * Waits until this PostgreSQL says in its pid file that it takes connections; false when it ended instead, took longer
 * than `patience` milliseconds, or was given up. `slow` is called once after 5 s (it replays its journal after a
 * crash).
 */
export async function becomesReady(
  running: Running,
  cluster: string,
  slow: () => void,
  givenUp?: AbortSignal,
  patience = 300_000,
): Promise<boolean> {
  let over = false
  running.ended.then(() => (over = true)).catch(() => undefined)
  const began = Date.now()
  for (let said = false; Date.now() - began < patience; await sleep(Date.now() - began < 1000 ? 2 : 20)) {
    const file = await readPidFile(cluster)
    if (over || givenUp?.aborted) return false
    if (file?.ready && file.pid === running.pid) return true
    if (!said && Date.now() - began > 5000) {
      said = true
      slow()
    }
  }
  return false
}

/** Connects to the database once, and makes it if it isn't there. Throws what the driver throws. */
export async function reachDatabase(port: number, password: string): Promise<void> {
  try {
    await once(urlOf(port, password), 'select 1')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
    await once(urlOf(port, password, 'postgres'), `create database ${DATABASE}`)
    await once(urlOf(port, password), 'select 1')
  }
}

async function once(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 30_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}
