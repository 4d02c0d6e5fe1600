import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/limits/priority.ts'
import { checkArchive } from './check-archive.ts'
import { type ArchiveJob, type WrittenArchive, writeArchive } from './write-archive.ts'

/** What the thread sends. */
export type ArchiveMessage =
  | { process: number }
  | { pictures: string[] }
  | { done: Omit<WrittenArchive, 'content'> }
  | { failed: { message: string; code: string | undefined } }

lowerThreadPriority()

const send = (message: ArchiveMessage) => parentPort?.postMessage(message)
const job: ArchiveJob = workerData

writeArchive(job, { onProcess: (pid) => send({ process: pid }), onPictures: (pictures) => send({ pictures }) })
  .then(async ({ bytes, pictures, content }) => {
    await checkArchive(job.file, content)
    send({ done: { bytes, pictures } })
  })
  .catch((error: unknown) => {
    const { message, code } = error as NodeJS.ErrnoException
    send({ failed: { message, code } })
  })
