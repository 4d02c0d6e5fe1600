/** Measures a backup and its restore, beside the same tables copied by COPY alone, and orders beside a backup. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runningUrl } from '#server/db/embedded/index.ts'
import { connect, databaseAt, migrate } from '#server/db/index.ts'
import { SERVER } from '#server/modules/accounts/index.ts'
import { beginBackup, readBackupState, restoreBackup } from '#server/modules/backups/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { folderStore } from '#server/platform/files/store.ts'
import { createLog } from '#server/platform/log.ts'
import { createDatabase, dropDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import { addYears } from '#server/testing/years.ts'
import { PICTURE_WIDTHS } from '#shared/domain/menu/pictures.ts'
import { copyTablesIn, copyTablesOut } from '../baselines/tables-by-copy.ts'
import { measureOrdersBeside, timed } from '../beside.ts'
import { alternate } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { expectCall, fill, type Open, signInOwner, startProduct } from '../product.ts'
import { compareRatioAtMost, ms, printFigures, title, whole } from './report.ts'

const MAX_BACKUP = 2
const MAX_RESTORE = 3
const MAX_MORE_MB = 64
/** The bytes of a picture of a dish, in all its widths together. */
const PICTURE_BYTES = 160_000
const MEMORY_INTERVAL_MS = 20
const RUNNING_INTERVAL_MS = 50

export async function measureBackup(open: Open, plan: Plan): Promise<void> {
  const { orders, customers, pictures, rounds } = plan.backup
  const folder = await temporaryFolder()
  open({ close: () => rm(folder, { recursive: true, force: true }) })
  const DATA_DIR = path.join(folder, 'data')
  // With its own PostgreSQL, whose processes it may tell to give way to orders.
  const started = await startProduct({ DATA_DIR })
  open({ close: () => started.end('SIGTERM') })
  const url = (await runningUrl(DATA_DIR)) ?? ''
  const seed = await fill(url)
  const client = new pg.Client({ connectionString: url, options: '-c session_replication_role=replica' })
  await client.connect()
  await addYears(client, { orders, customers })
  // Only the pictures below: those of the sample are not in this store.
  await client.query(`delete from pictures; update menu_items set image_url = ''; update promotions set image_url = ''`)
  const store = folderStore(path.join(DATA_DIR, 'pictures'))
  for (let i = 0; i < pictures; i += 1) {
    const hash = randomBytes(16).toString('hex')
    const bytes = randomBytes(PICTURE_BYTES / PICTURE_WIDTHS.length)
    await store.put(hash, new Map(PICTURE_WIDTHS.map((width) => [width, bytes])))
    await client.query('insert into pictures (hash, used_at) values ($1, now())', [hash])
  }
  await client.end()

  title(`A backup of ${whole(orders)} orders and ${whole(pictures)} pictures; baseline: its tables by COPY alone`)
  let made = 0
  const memory: number[] = []
  let last = { dir: '', name: '' }
  const copies = path.join(folder, 'copies')
  await mkdir(copies)
  const backUp = async () => {
    const dir = path.join(folder, `backups-${made++}`)
    const parts = { pictures: store, clock: systemClock, log: createLog('silent'), dir, keep: 14 }
    const backups = { ...parts, server: databaseAt(() => url) }
    const watch = watchMemory()
    const start = performance.now()
    const done = await (await beginBackup(backups, SERVER))?.done
    const took = performance.now() - start
    memory.push(watch.end())
    if (last.dir) await rm(last.dir, { recursive: true })
    last = { dir, name: done?.name ?? '' }
    return took
  }
  const copyOut = () => timed(() => copyTablesOut(url, copies))
  const saved = await alternate(rounds, backUp, copyOut)
  compareRatioAtMost('backup, read back and checked', saved, ms, MAX_BACKUP)
  printMemory('backup', memory.splice(0))

  let databases = 0
  const restore = async () => {
    const name = `bench_restored_${databases++}`
    const into = await createDatabase(url, name)
    const watch = watchMemory()
    const took = await timed(() =>
      restoreBackup({
        ...{ file: path.join(last.dir, last.name), backupDir: last.dir, url: into, databaseName: name },
        ...{ pictures: folderStore(path.join(folder, name)), eraseAgain: async () => 0 },
      }).then(() => {}),
    )
    memory.push(watch.end())
    if ((await readdir(path.join(folder, name))).length !== pictures) throw new Error('pictures are missing')
    await rm(path.join(folder, name), { recursive: true })
    await dropDatabase(url, name)
    return took
  }
  const copyIn = async () => {
    const name = `bench_copied_${databases++}`
    const into = await createDatabase(url, name)
    await migrate(into)
    const took = await timed(() => copyTablesIn(into, copies))
    await dropDatabase(url, name)
    return took
  }
  compareRatioAtMost('restore, compared', await alternate(rounds, restore, copyIn), ms, MAX_RESTORE)
  printMemory('restore', memory)

  const product = { url, port: started.port, pid: started.process.pid ?? 0, seed }
  const address = `http://127.0.0.1:${started.port}`
  const cookie = await signInOwner(address)
  const { db } = open(connect(() => url, { requests: 1 }))
  // The server's own process makes it, as for an owner.
  const work = async () => {
    await expectCall(address, 'POST', '/api/backups', {}, { headers: { cookie } })
    // The database is asked, because pages do not ask the server repeatedly: it tells them of the end.
    while ((await readBackupState(db, { dir: folder, keep: 1 }, DATA_DIR)).running) await sleep(RUNNING_INTERVAL_MS)
  }
  await measureOrdersBeside(product, plan, { name: 'backups', work })
}

/** How much more memory this process has at most, in MB, threads included. */
function watchMemory(): { end(): number } {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, MEMORY_INTERVAL_MS)
  return {
    end() {
      clearInterval(timer)
      return (most - before) / 1024 / 1024
    },
  }
}

function printMemory(name: string, more: readonly number[]): void {
  const megabytes = (value: number) => `${value.toFixed(0)} MB`
  const most = Math.max(...more)
  const goal = { wanted: `≤ ${megabytes(MAX_MORE_MB)}`, isReached: most <= MAX_MORE_MB }
  printFigures(`more memory, ${name}`, { product: [most], baseline: [] }, megabytes, goal)
}
