import { setTimeout as sleep } from 'node:timers/promises'
import { isLocked } from '#server/db/index.ts'
import { MIGRATION_LOCK } from '#server/db/migrate.ts'
import { withClient } from '#server/testing/databases.ts'

const LOOK_EVERY_MS = 10

/** Looks whether anyone holds the lock of a start until `isOver`. @returns how often someone did */
export function countHeldOwnLocks(url: string, isOver: () => boolean): Promise<number> {
  return withClient(url, async (client) => {
    let held = 0
    for (; !isOver(); await sleep(LOOK_EVERY_MS)) if (await isLocked(client, MIGRATION_LOCK)) held++
    return held
  })
}
