import { Worker } from 'node:worker_threads'
import type { ArchiveMessage } from './worker.ts'
import type { ArchiveJob, WriteListener, WrittenArchive } from './write-archive.ts'

const SCRIPT = new URL('./worker.ts', import.meta.url)

/** Writes an archive and reads it back in a thread of low priority, until `ended` aborts. */
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
