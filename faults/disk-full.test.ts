import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { processesOf, query, until } from '#server/db/embedded/fixtures/tools.ts'
import { temporaryFolder } from '#server/db/embedded/temporary.ts'
import { ExitedEarly, type RunningServer, startProcess } from '#server/testing/process.ts'
import { stock } from '#server/testing/small-restaurant.ts'
import { embeddedUrl, onEmbedded } from '#server/testing/storage.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { ask } from './guest.ts'

const ENV = {
  PORT: '0',
  LOG_LEVEL: 'fatal',
  GUEST_WRITES_PER_MINUTE: '0',
}
let disk = ''
let server: RunningServer | undefined

/** Mounts a small file system in memory. @returns a data folder on it */
async function mountDisk(megabytes: number): Promise<string> {
  disk = await temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', disk])
  return path.join(disk, 'data')
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    const folder = '/tmp/masa-mount-trial'
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
    return true
  } catch {
    return false
  }
}

afterEach(async () => {
  await server?.end('SIGKILL')
  await until(() => processesOf(disk).length === 0, 15_000)
  // An ended process may keep its disk busy for a moment.
  await until(() => spawnSync('umount', [disk]).status === 0, 5_000)
  rmSync(disk, { recursive: true })
})

describe.runIf(onEmbedded && canMount())('a full disk', () => {
  it('rejects orders with 503, loses no confirmed one, and accepts orders again once there is space', async () => {
    const DATA_DIR = await mountDisk(120)
    server = await startProcess({ ...ENV, DATA_DIR })
    const { url } = server
    const scene = { url, answerMs: 60_000 }
    const { dishes } = await stock(embeddedUrl(DATA_DIR))
    const ballast = path.join(disk, 'ballast')
    fill(ballast)

    const confirmed = new Set<number>()
    const refused = new Set<number | undefined>()
    let count = 0
    const order = async () => {
      const answer = await ask(scene, 'POST', '/api/orders', takeaway(dishes[0], `guest ${count++}`))
      if (answer?.status === 201) confirmed.add((answer.body as PlacedOrder).id)
      else refused.add(answer?.status)
      return answer?.status
    }
    for (const began = Date.now(); refused.size === 0 && Date.now() - began < 120_000; )
      await Promise.all(Array.from({ length: 8 }, order))
    expect([...refused]).toEqual([503])
    expect((await ask(scene, 'GET', '/healthz'))?.status).toBe(200)

    rmSync(ballast)
    // Ended by the test's timeout.
    while ((await order()) !== 201) await sleep(200)
    const storedIds = (await query(embeddedUrl(DATA_DIR), 'select id::int from orders')).map(({ id }) => id)
    expect([...confirmed].filter((id) => !storedIds.includes(id))).toEqual([])
    expect(confirmed.size).toBeGreaterThan(0)
  })

  it('is named in the error of a first start, and the next start completes the database', async () => {
    const DATA_DIR = await mountDisk(90)
    const ballast = path.join(disk, 'ballast')
    fill(ballast, 30)
    const refused = (await startProcess({ ...ENV, DATA_DIR }).catch((error: unknown) => error)) as ExitedEarly
    expect(refused).toBeInstanceOf(ExitedEarly)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('No space left on device')
    expect(refused.output).toContain(DATA_DIR)
    rmSync(ballast)
    server = await startProcess({ ...ENV, DATA_DIR })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

/** Fills the disk with one file. @param leave megabytes that stay free */
function fill(file: string, leave = 0): void {
  const free = Number(execFileSync('df', ['--output=avail', '-k', disk], { encoding: 'utf8' }).split('\n')[1])
  const bytes = free * 1024 - leave * 1024 * 1024
  writeFileSync(file, Buffer.alloc(Math.max(0, bytes)))
  chmodSync(file, 0o600)
}

function takeaway(dish: { id: number; price: number } | undefined, customerName: string) {
  return {
    items: [{ menuItemId: dish?.id, quantity: 1 }],
    total: dish?.price,
    diningOption: 'takeaway',
    customerName,
    phoneNumber: '0712 345 678',
    notes: 'x'.repeat(400),
  }
}
