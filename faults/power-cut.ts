import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, callOrLose, takeawayOf } from '#server/testing/call.ts'
import { query } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { embeddedUrl, postgresOf } from '#server/testing/storage.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import { STORM_ENV } from './owner.ts'
import { type Random, seeded } from './random.ts'

const CUTS = 6
const GUESTS = 8

interface Masa {
  server: RunningServer
  dataDir: string
  dish: { id: number; price: number } | undefined
}

/**
 * Verifies that an order's 201 is sent after its commit is on disk, on Linux, as root, with strace and mkfs.ext4. First
 * by the system calls of one order, then by power cuts: Masa runs on a disk image; at a random moment the written part of
 * the image is copied, all processes are killed, and Masa starts on the copy. To verify the drill itself, the same cuts
 * with asynchronous commits must lose orders (docs/decisions/010-durability.md).
 */
export async function powerCuts(seed: number): Promise<{ faults: string[]; blows: string[]; orders: number }> {
  const random = seeded(seed)
  const folder = await temporaryFolder()
  const outcome = { faults: [] as string[], blows: [] as string[], orders: 0 }
  try {
    outcome.faults.push(...(await faultsOfCalls(folder)))
    for (const isAsynchronous of [false, true]) {
      let lost = 0
      for (let cut = 0; cut < CUTS; cut++) {
        const { confirmed, stored } = await cutPower(folder, random, isAsynchronous)
        outcome.orders += confirmed.length
        lost += confirmed.filter((name) => !stored.has(name)).length
      }
      outcome.blows.push(`${lost} orders lost by ${CUTS} cuts${isAsynchronous ? ', if commits do not wait' : ''};`)
      if (!isAsynchronous && lost > 0) outcome.faults.push(`${lost} confirmed orders were lost`)
      if (isAsynchronous && lost === 0) outcome.faults.push('the cuts lose nothing, so they show nothing')
    }
    return outcome
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function faultsOfCalls(folder: string): Promise<string[]> {
  const masa = await startIn(path.join(folder, 'calls'))
  await order(masa, 'warm-up')
  const file = path.join(folder, 'calls.txt')
  const traced = processesOf(masa).flatMap((pid) => ['-p', String(pid)])
  const calls = 'trace=pwrite64,pwritev,write,writev,sendto,fsync,fdatasync'
  const strace = spawn('strace', ['-f', '-y', '-s', '24', '-e', calls, '-o', file, ...traced], { stdio: 'ignore' })
  await sleep(1_500)
  await order(masa, 'watched')
  await sleep(300)
  strace.kill('SIGINT')
  await once(strace, 'exit')
  await masa.server.end('SIGTERM')

  const lines = (await readFile(file, 'utf8')).split('\n')
  const response = lines.findIndex((line) => line.includes('HTTP/1.1 201'))
  // strace may print a slow call in two lines, unfinished and resumed; only its end counts.
  const synced = lines.findLastIndex((line, i) => i < response && /fdatasync.*= 0/.test(line))
  const wal = lines.findLastIndex((line, i) => i < synced && /pwrite.*pg_wal/.test(line))
  return wal < 0 || synced < wal || response < synced ? ['the 201 did not wait for the disk'] : []
}

/** @returns the names of confirmed orders, and of those that are there after the cut */
async function cutPower(folder: string, random: Random, isAsynchronous: boolean) {
  const [image, copy] = [path.join(folder, 'disk.img'), path.join(folder, 'after.img')]
  await rm(image, { force: true })
  execFileSync('truncate', ['-s', '400M', image])
  execFileSync('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image])
  const confirmed = await onDisk(image, async (dataDir) => {
    const masa = await startIn(dataDir)
    if (isAsynchronous) await commitAsynchronously(masa)
    // Writes the new database to the disk, as a real system would have done after some time.
    execFileSync('sync')
    const names: string[] = []
    let hasPower = true
    const guests = Array.from({ length: GUESTS }, async (_, guest) => {
      for (let i = 0; hasPower; i++) {
        const name = `guest ${guest}, order ${i}`
        if ((await order(masa, name)) && hasPower) names.push(name)
      }
    })
    await sleep(1_000 + random.below(1_500))
    const pids = processesOf(masa).map(String)
    hasPower = false
    // One call stops them all, because a process may end by itself meanwhile.
    spawnSync('kill', ['-STOP', ...pids])
    // The image contains what was flushed to disk, but not what is only in the system's page cache.
    execFileSync('cp', ['--sparse=always', image, copy])
    spawnSync('kill', ['-KILL', ...pids])
    await Promise.all(guests)
    return names
  })
  const stored = await onDisk(copy, async (dataDir) => {
    const { server } = await startIn(dataDir)
    const rows = await query<{ name: string }>(embeddedUrl(dataDir), 'select customer_name as name from orders')
    await server.end('SIGTERM')
    return new Set(rows.map(({ name }) => name))
  })
  await rm(copy)
  return { confirmed, stored }
}

/** Makes the server's sessions confirm commits before they are on disk. */
async function commitAsynchronously(masa: Masa): Promise<void> {
  const url = embeddedUrl(masa.dataDir)
  await query(
    url,
    'alter database masa set synchronous_commit = off',
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await Promise.all(Array.from({ length: 40 }, (_, i) => order(masa, `opens a session ${i}`)))
  // Open sessions keep the setting; Masa would refuse to start on a database with it.
  await query(url, 'alter database masa reset synchronous_commit')
}

async function startIn(dataDir: string): Promise<Masa> {
  const server = await startProcess({ ...STORM_ENV, DATA_DIR: dataDir, DATABASE_URL: '' })
  const menu = await call<{ id: number; price: number }[]>(server.url, 'GET', '/api/menu')
  const [dish] = menu.body.length > 0 ? menu.body : (await seedSmallRestaurant(embeddedUrl(dataDir))).dishes
  return { server, dataDir, dish }
}

async function order({ server, dish }: Masa, name: string): Promise<boolean> {
  return (await callOrLose(server.url, 'POST', '/api/orders', takeawayOf(dish, name)))?.status === 201
}

function processesOf({ server, dataDir }: Masa): number[] {
  const postmaster = postgresOf(dataDir)
  return [server.process.pid ?? 0, postmaster, ...childrenOf(postmaster)]
}

/** The ids of a process's children. */
function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    try {
      // The command's name, in parentheses, may contain spaces.
      const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S \d)/)
      return Number(afterName.split(' ')[1]) === parent
    } catch {
      return false
    }
  })
}

/** Mounts an image while `work` uses the data folder on it. */
async function onDisk<Result>(image: string, work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const disk = image.replace(/\.img$/, '')
  await mkdir(disk, { recursive: true })
  // Periodic commits of the file system, which would save data that was not flushed, are put off.
  execFileSync('mount', ['-o', 'loop,commit=600', image, disk])
  try {
    return await work(path.join(disk, 'data'))
  } finally {
    // The last process that uses it is just exiting.
    for (let attempt = 0; attempt < 100 && spawnSync('umount', [disk]).status !== 0; attempt++) await sleep(100)
  }
}
