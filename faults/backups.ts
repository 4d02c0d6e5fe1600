import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { runCommand, startProcess } from '#server/testing/process.ts'
import { newStorage, type ServerStorage } from '#server/testing/storage.ts'
import type { Backup } from '#shared/contracts/backups.ts'
import { type Books, readBooks } from './audit.ts'
import { type Scene, sendRequest } from './guest.ts'
import { STORM_ENV } from './owner.ts'

const LAST_BACKUP_WITHIN_MS = 60_000

/** Asks for backups until the scene is over, so that one is being made whenever something is killed. */
export async function backUpRepeatedly(scene: Scene, cookie: string): Promise<void> {
  for (; !scene.isOver(); await sleep(100)) await begin(scene, cookie)
}

const begin = (scene: Scene, cookie: string) => sendRequest(scene, 'POST', '/api/backups', {}, { cookie })

async function listBackups(scene: Scene, cookie: string): Promise<Backup[]> {
  const response = await sendRequest(scene, 'GET', '/api/backups', undefined, { cookie })
  return response?.status === 200 ? (response.body as Backup[]) : []
}

/**
 * Makes a last backup after a storm, and restores it into an empty place.
 * @returns how many backups there are, and what is wrong with them
 */
export async function faultsOfBackups(
  scene: Scene,
  cookie: string,
  storage: ServerStorage,
  books: Books,
): Promise<{ backups: number; faults: string[] }> {
  const since = new Date()
  const isNew = ({ at }: Backup) => new Date(at) >= since
  let backups: Backup[] = []
  while (!backups.some(isNew)) {
    if (Date.now() - since.getTime() > LAST_BACKUP_WITHIN_MS)
      return { backups: 0, faults: ['no backup is made any more'] }
    await begin(scene, cookie)
    await sleep(300)
    backups = await listBackups(scene, cookie)
  }
  const faults: string[] = []
  const place = await newStorage()
  try {
    const env = { ...place.env, BACKUP_DIR: `${storage.env.DATA_DIR}-backups` }
    const { code, output } = await runCommand('restore', env, backups.find(isNew)?.name ?? '').ended
    if (code !== 0) return { backups: backups.length, faults: [...faults, `a backup cannot be restored: ${output}`] }
    const server = await startProcess({ ...STORM_ENV, ...place.env, BACKUP_KEEP: '0' })
    const restored = await readBooks(place.url())
    if (!isDeepStrictEqual(withoutClaims(restored), withoutClaims(books)))
      faults.push('a restored backup has other orders')
    await server.end('SIGTERM')
  } finally {
    await place.remove()
  }
  return { backups: backups.length, faults }
}

/** A restore drops the claims of devices, which must not go on from where they were. */
function withoutClaims({ orders, ...books }: Books): Books {
  const open = orders.map(({ tickets, ...order }) => ({
    ...order,
    tickets: tickets.map(({ claimedUntil: _, ...ticket }) => ticket),
  }))
  return { ...books, orders: open }
}
