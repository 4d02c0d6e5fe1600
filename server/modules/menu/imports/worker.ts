import { parentPort, workerData } from 'node:worker_threads'
import type { Job } from './job.ts'
import { doJob } from './do-job.ts'

parentPort?.postMessage(doJob(workerData as Job))
