import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/limits/priority.ts'
import { checkArchive } from './read-archive.ts'
import { type ArchiveJob, type WrittenArchive, writeArchive } from './write-archive.ts'

/** What the thread sends. */
export type ArchiveMessage =
  | { process: number }
  | { done: WrittenArchive }
  | { failed: { message: string; code: string | undefined } }

lowerThreadPriority()

const send = (message: ArchiveMessage) => parentPort?.postMessage(message)
const job: ArchiveJob = workerData

writeArchive(job, (pid) => send({ process: pid }))
  .then(async (done) => {
    await checkArchive(job.file, job.version)
    send({ done })
  })
  .catch((error: unknown) => {
    const { message, code } = error as NodeJS.ErrnoException
    send({ failed: { message, code } })
  })
