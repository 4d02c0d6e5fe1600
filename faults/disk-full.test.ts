import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { takeawayOf } from '#server/testing/call.ts'
import { query } from '#server/testing/databases.ts'
import { processesOf, until } from '#server/testing/embedded.ts'
import { ExitedEarly, type RunningServer, startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { canMount, embeddedUrl, onEmbedded } from '#server/testing/storage.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { sendRequest } from './guest.ts'

const ENV = { PORT: '0', LOG_LEVEL: 'fatal', GUEST_WRITES_PER_MINUTE: '0' }
let disk = ''
let server: RunningServer | undefined

/** Mounts a small file system in memory. @returns a data folder on it */
async function mountDisk(megabytes: number): Promise<string> {
  disk = await temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', disk])
  return path.join(disk, 'data')
}

afterEach(async () => {
  await server?.end('SIGKILL')
  await until(() => processesOf(disk).length === 0, 15_000)
  // The disk may stay busy for a moment after its last process has ended.
  await until(() => spawnSync('umount', [disk]).status === 0, 5_000)
  rmSync(disk, { recursive: true })
})

describe.runIf(onEmbedded && canMount())('a full disk', () => {
  it('makes the server reject orders with 503, loses no confirmed order, and orders succeed again once there is space', async () => {
    const DATA_DIR = await mountDisk(120)
    server = await startProcess({ ...ENV, DATA_DIR })
    const { url } = server
    const client = { url, timeoutMs: 60_000 }
    const { dishes } = await seedSmallRestaurant(embeddedUrl(DATA_DIR))
    const ballast = path.join(disk, 'ballast')
    fill(ballast)

    const confirmed = new Set<number>()
    const rejections = new Set<number | undefined>()
    let count = 0
    const order = async () => {
      const body = { ...takeawayOf(dishes[0], `guest ${count++}`), notes: 'x'.repeat(400) }
      const response = await sendRequest(client, 'POST', '/api/orders', body)
      if (response?.status === 201) confirmed.add((response.body as PlacedOrder).id)
      else rejections.add(response?.status)
      return response?.status
    }
    for (const began = Date.now(); rejections.size === 0 && Date.now() - began < 120_000; )
      await Promise.all(Array.from({ length: 8 }, order))
    expect([...rejections]).toEqual([503])
    expect((await sendRequest(client, 'GET', '/healthz'))?.status).toBe(200)

    rmSync(ballast)
    // The test's timeout ends this loop if no order succeeds.
    while ((await order()) !== 201) await sleep(200)
    const storedIds = (await query(embeddedUrl(DATA_DIR), 'select id::int from orders')).map(({ id }) => id)
    expect([...confirmed].filter((id) => !storedIds.includes(id))).toEqual([])
    expect(confirmed.size).toBeGreaterThan(0)
  })

  it('is named in the error of a first start, and the next start completes the database', async () => {
    const DATA_DIR = await mountDisk(90)
    const ballast = path.join(disk, 'ballast')
    fill(ballast, 30)
    const startError = (await startProcess({ ...ENV, DATA_DIR }).catch((error: unknown) => error)) as ExitedEarly
    expect(startError).toBeInstanceOf(ExitedEarly)
    expect(startError.code).toBe(1)
    expect(startError.output).toContain('No space left on device')
    expect(startError.output).toContain(DATA_DIR)
    rmSync(ballast)
    server = await startProcess({ ...ENV, DATA_DIR })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

/** Fills the disk with one file. @param freeMegabytes space that stays free */
function fill(file: string, freeMegabytes = 0): void {
  const freeKilobytes = Number(execFileSync('df', ['--output=avail', '-k', disk], { encoding: 'utf8' }).split('\n')[1])
  const bytes = freeKilobytes * 1024 - freeMegabytes * 1024 * 1024
  try {
    writeFileSync(file, Buffer.alloc(Math.max(0, bytes)))
  } catch (error) {
    // The server has written meanwhile: then the disk is as full as was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  chmodSync(file, 0o600)
}
