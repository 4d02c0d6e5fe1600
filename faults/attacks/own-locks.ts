import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isLocked, MOVE_LOCK } from '#server/db/index.ts'

const LOOK_EVERY_MS = 10

/** Looks whether anyone holds the lock of a move until `isOver`. @returns how often someone did */
export async function countHeldOwnLocks(url: string, isOver: () => boolean): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let held = 0
  for (; !isOver(); await sleep(LOOK_EVERY_MS)) if (await isLocked(client, MOVE_LOCK)) held++
  await client.end()
  return held
}
