import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/limits/work-thread.ts'
import { doJob } from './job.ts'

lowerThreadPriority()

parentPort?.on('message', (job) => parentPort?.postMessage(doJob(job)))
