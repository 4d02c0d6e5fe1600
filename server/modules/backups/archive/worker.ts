import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/limits/work-thread.ts'
import type { HeadAnswer, HeadJob } from './read-archive.ts'
import { type ArchiveJob, checkArchive, type WrittenArchive, writeArchive } from './write-archive.ts'

/** What the thread sends while it writes. */
export type ArchiveMessage =
  | { process: number }
  | { pictures: string[] }
  | { done: Omit<WrittenArchive, 'content'> }
  | { failed: { message: string; code: string | undefined } }

lowerThreadPriority()

const send = (message: ArchiveMessage | HeadAnswer) => parentPort?.postMessage(message)
// A thread that is started without a job of its own reads heads.
if (workerData) void write(workerData)
else parentPort?.on('message', (job: HeadJob) => void answer(job))

async function write(job: ArchiveJob): Promise<void> {
  try {
    const listener = {
      onProcess: (pid: number) => send({ process: pid }),
      onPictures: (pictures: string[]) => send({ pictures }),
    }
    const { bytes, pictures, content } = await writeArchive(job, listener)
    await checkArchive(job.file, content)
    send({ done: { bytes, pictures } })
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    send({ failed: { message, code } })
  }
}

async function answer(job: HeadJob): Promise<void> {
  // The thread that writes does not need what parses.
  const { answerHead } = await import('./read-archive.ts')
  send(await answerHead(job))
}
