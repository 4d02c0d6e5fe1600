import { parentPort, workerData } from 'node:worker_threads'
import { doJob } from './do-job.ts'
import type { Job } from './job.ts'

parentPort?.postMessage(doJob(workerData as Job))
