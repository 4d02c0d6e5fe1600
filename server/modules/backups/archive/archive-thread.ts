import type { Readable } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import { WorkThread } from '#server/platform/limits/work-thread.ts'
import { DamagedBackup, UnusableBackup } from './manifest.ts'
import type { BackupHead, HeadAnswer, HeadJob } from './read-archive.ts'
import type { ArchiveMessage } from './worker.ts'
import type { ArchiveJob, WriteListener, WrittenArchive } from './write-archive.ts'

const SCRIPT = new URL('./worker.ts', import.meta.url)
const heads = new WorkThread<HeadJob, HeadAnswer>(SCRIPT, { timeoutMs: 60_000, maxWaiting: 100 })

/**
 * Writes an archive and reads it back in a thread of low priority, so that orders do not wait for it. It ends at once
 * when `ended` aborts.
 */
export function archiveInThread(
  job: ArchiveJob,
  ended: AbortSignal,
  { onProcess, onPictures }: WriteListener = {},
): Promise<Omit<WrittenArchive, 'content'>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(SCRIPT, {
      workerData: job,
      // Many buffers live for a moment only: a small young generation frees them soon.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    })
    const end = () => void worker.terminate()
    ended.addEventListener('abort', end)
    if (ended.aborted) end()
    worker.on('message', (message: ArchiveMessage) => {
      if ('process' in message) onProcess?.(message.process)
      else if ('pictures' in message) onPictures?.(message.pictures)
      else if ('done' in message) resolve(message.done)
      else reject(Object.assign(new Error(message.failed.message), { code: message.failed.code }))
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      ended.removeEventListener('abort', end)
      reject(new Error('the backup was interrupted'))
    })
  })
}

/**
 * Reads what a backup is and which pictures it needs, in such a thread: a damaged file must not delay the orders.
 * @throws UnusableBackup, and the errors of the source
 */
export async function readHeadInThread(source: Readable, ownVersion: string): Promise<BackupHead> {
  const { port1, port2 } = new MessageChannel()
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  let failure: { cause: unknown } | undefined
  port1.on('message', async () => {
    const next = await pieces.next().catch((cause: unknown) => {
      failure = { cause }
    })
    port1.postMessage(next?.value ?? null)
  })
  try {
    const answer = await heads.run({ ownVersion, pieces: port2 }, undefined, [port2])
    if (failure) throw failure.cause
    if ('found' in answer) return answer.found
    if ('failed' in answer) throw new Error(answer.failed)
    throw new (answer.isDamaged ? DamagedBackup : UnusableBackup)(answer.unusable)
  } finally {
    port1.close()
    source.destroy()
  }
}
