import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** As `nice` counts. While another thread wants the same processor, this one gets a tenth of its time. */
const LOW_PRIORITY = 10

const THREADS = '/proc/self/task'

/**
 * Lowers the priority of the calling thread, so that its work does not delay the orders. Does nothing on systems other
 * than Linux, where threads have no priorities of their own.
 */
export function lowerThreadPriority(): void {
  onLinux(() => lower(path.basename(readlinkSync('/proc/thread-self'))))
}

/** Lowers the priority of the threads on which Node runs the work of libraries: pictures, passwords, compression. */
export async function lowerPoolPriority(): Promise<void> {
  // The first asynchronous work with a file starts them.
  await stat(os.tmpdir()).catch(() => {})
  onLinux(() => {
    for (const thread of readdirSync(THREADS)) {
      if (readFileSync(path.join(THREADS, thread, 'comm'), 'utf8').trim() === 'libuv-worker') lower(thread)
    }
  })
}

/** Lowers the priority of another process of this machine. */
export function lowerProcessPriority(pid: number): void {
  onLinux(() => lower(String(pid)))
}

// On Linux, the priority of a thread is set by its id like that of a process.
const lower = (id: string) => os.setPriority(Number(id), LOW_PRIORITY)

/** A priority only makes other work wait less: a system that refuses it is not a failure. */
function onLinux(work: () => void): void {
  if (process.platform !== 'linux') return
  try {
    work()
  } catch {}
}
