/*
 * `npm run durability` (Linux, as root; needs strace and mkfs.ext4): verifies that an order's 201 is sent after its commit
 * is on disk. First by the system calls of one order, then by simulated power cuts: Masa runs on a disk image; at a random
 * moment the written part of the image is copied, all processes are killed, and Masa starts on the copy. To verify the
 * test itself, the same power cuts with asynchronous commits must lose orders. See docs/decisions/010-durability.md.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buildServer, environment, giveUp, nodeToUse, root, say } from './prepare.mjs'

const ROUNDS = 6
const TERMINATE_OTHER_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const node = nodeToUse()
buildServer(node)
const folder = mkdtempSync('/tmp/masa-durability-')
execFileSync('chmod', ['711', folder])
const mounted = new Set()
const started = new Set()

if (process.platform !== 'linux' || process.getuid?.() !== 0) giveUp('This runs on Linux, as root.')
process.once('SIGINT', () => void cleanUp().then(() => process.exit(130)))
try {
  await showSystemCalls()
  await cutPower('commits as they are', false)
  await cutPower('commits that do not wait (synchronous_commit off)', true)
} finally {
  await cleanUp()
}

async function showSystemCalls() {
  say('── The system calls of one order')
  const masa = await startMasa(path.join(folder, 'calls'))
  await order(masa, 'warm-up')
  const file = path.join(folder, 'calls.txt')
  const pids = processesOf(masa).flatMap((pid) => ['-p', String(pid)])
  const calls = 'trace=pwrite64,pwritev,write,writev,sendto,fsync,fdatasync'
  const strace = spawn('strace', ['-f', '-y', '-tt', '-s', '24', '-e', calls, '-o', file, ...pids], { stdio: 'ignore' })
  await sleep(1500)
  await order(masa, 'watched')
  await sleep(300)
  strace.kill('SIGINT')
  await once(strace, 'exit')
  await end(masa)

  const lines = readFileSync(file, 'utf8').split('\n')
  const responseIndex = lines.findIndex((line) => line.includes('HTTP/1.1 201'))
  // strace may print a slow call in two lines, unfinished and resumed; only its end counts.
  const synced = lines.findLastIndex((line, i) => i < responseIndex && /fdatasync.*= 0/.test(line))
  const wal = lines.findLastIndex((line, i) => i < synced && /pwrite.*pg_wal/.test(line))
  for (const line of [lines[wal], ...lines.slice(wal + 1, responseIndex + 1)]) {
    if (/pg_wal|fdatasync|COMMIT|HTTP/.test(line ?? '')) say(`  ${line?.replaceAll(folder, '…')}`)
  }
  if (wal < 0 || synced < wal || responseIndex < synced) throw new Error('the 201 did not wait for the disk')
  say('  the log is written, then forced to the disk, then the 201 is sent')
}

async function cutPower(title, isAsynchronous) {
  say(`── Power cuts: ${title}`)
  let totalConfirmed = 0
  let totalLost = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const { confirmed, lost } = await oneCut(round, isAsynchronous)
    totalConfirmed += confirmed
    totalLost += lost
  }
  say(`  ${ROUNDS} cuts: ${totalConfirmed} orders confirmed, ${totalLost} of them lost`)
  if (isAsynchronous ? totalLost === 0 : totalLost > 0) process.exitCode = 1
}

async function oneCut(round, isAsynchronous) {
  const image = path.join(folder, 'disk.img')
  const disk = path.join(folder, 'disk')
  rmSync(image, { force: true })
  execFileSync('truncate', ['-s', '400M', image])
  execFileSync('mkfs.ext4', ['-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image])
  mount(image, disk)
  const masa = await startMasa(path.join(disk, 'data'))
  if (isAsynchronous) await commitAsynchronously(masa)
  // Writes the new database to the disk, as a real system would have done after some time.
  execFileSync('sync')

  const confirmed = []
  let hasPower = true
  const guests = Array.from({ length: 8 }, async (_, guest) => {
    for (let i = 0; hasPower; i++) {
      const key = `cut ${round}, guest ${guest}, order ${i}`
      if (await order(masa, key).catch(() => false)) if (hasPower) confirmed.push(key)
    }
  })
  await sleep(1000 + randomInt(1500))
  const stopped = processesOf(masa)
  hasPower = false
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  // The image contains the data that was flushed to disk, but not data that is only in the system's page cache.
  const copy = path.join(folder, 'after.img')
  execFileSync('cp', ['--sparse=always', image, copy])
  for (const pid of stopped) killNow(pid)
  await Promise.all(guests)
  started.delete(masa)
  await waitUntilExited(stopped)
  await unmount(disk)

  mount(copy, disk)
  const recovered = await startMasa(path.join(disk, 'data'))
  const stored = new Set((await query(recovered, 'select customer_name from orders')).map((row) => row.customer_name))
  await end(recovered)
  await unmount(disk)
  rmSync(copy)
  return { confirmed: confirmed.length, lost: confirmed.filter((key) => !stored.has(key)).length }
}

/** Makes the server's sessions confirm commits before they are on disk. */
async function commitAsynchronously(masa) {
  await query(masa, 'alter database masa set synchronous_commit = off')
  await query(masa, TERMINATE_OTHER_SESSIONS)
  await Promise.all(Array.from({ length: 40 }, (_, i) => order(masa, `opens a session ${i}`)))
  // Open sessions keep the setting; Masa would refuse to start on a database with it.
  await query(masa, 'alter database masa reset synchronous_commit')
}

async function startMasa(dataDir) {
  const env = { ...environment(node), DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal' }
  const args = ['--disable-warning=ExperimentalWarning', 'dist/server/main.js']
  const server = spawn(node, args, {
    cwd: root,
    env: { ...env, DATABASE_URL: '', GUEST_WRITES_PER_MINUTE: '0', BACKUP_KEEP: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const masa = { server, dataDir, url: '', dish: undefined }
  started.add(masa)
  let output = ''
  masa.url = await new Promise((resolve, reject) => {
    server.stdout.on('data', (part) => {
      output += part
      const port = /Masa is open: .*:(\d+)/.exec(output)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    server.once('exit', () => reject(new Error(`Masa did not start: ${output}`)))
  })
  const added = await query(
    masa,
    `insert into menu_items (category_id, name, price, created_at, updated_at)
      select min(id), 'Soup', 2850, now(), now() from menu_categories returning id::int`,
  )
  masa.dish = added[0].id
  return masa
}

async function order({ url, dish }, key) {
  const response = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      items: [{ menuItemId: dish, quantity: 1 }],
      total: 2850,
      diningOption: 'takeaway',
      customerName: key,
      phoneNumber: '0712 345 678',
    }),
  })
  await response.text()
  return response.status === 201
}

async function query({ dataDir }, sql) {
  const password = readFileSync(path.join(dataDir, 'postgres.password'), 'utf8').trim()
  const port = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const client = new pg.Client({ connectionString: `postgres://masa:${password}@127.0.0.1:${port}/masa` })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Process ids of the server and of PostgreSQL with its child processes. */
function processesOf({ server, dataDir }) {
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const parentOf = (pid) => {
    try {
      return Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) \S /s, '')
          .split(' ')[0],
      )
    } catch {
      return 0
    }
  }
  const pids = readdirSync('/proc').map(Number)
  return [server.pid, postmaster, ...pids.filter((pid) => parentOf(pid) === postmaster)]
}

async function end(masa) {
  masa.server.kill('SIGTERM')
  await once(masa.server, 'exit')
  started.delete(masa)
}

function killNow(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

async function waitUntilExited(pids) {
  const isRunning = (pid) => {
    try {
      // A zombie process holds no resources any more.
      return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  }
  while (pids.some(isRunning)) await sleep(50)
}

function mount(image, mountPoint) {
  mkdirSync(mountPoint, { recursive: true })
  // Without periodic commits of the file system, which would save data that was not flushed.
  execFileSync('mount', ['-o', 'loop,commit=600', image, mountPoint])
  mounted.add(mountPoint)
}

async function unmount(mountPoint) {
  for (let attempts = 0; ; attempts++) {
    const { status, stderr } = spawnSync('umount', [mountPoint], { encoding: 'utf8' })
    if (status === 0) break
    // The last process that uses it is just exiting.
    if (attempts === 50) throw new Error(stderr)
    await sleep(100)
  }
  mounted.delete(mountPoint)
}

async function cleanUp() {
  for (const { server } of started) killNow(server.pid)
  if (started.size > 0) await sleep(10_000)
  for (const mountPoint of mounted) execFileSync('umount', ['-l', mountPoint])
  rmSync(folder, { recursive: true, force: true })
}
