import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/limits/work-thread.ts'
import { type ArchiveJob, type ArchiveMessage, checkArchive, writeArchive } from './write-archive.ts'

lowerThreadPriority()

const send = (message: ArchiveMessage) => parentPort?.postMessage(message)
void write(workerData)

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
