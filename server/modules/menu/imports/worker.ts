import { parentPort } from 'node:worker_threads'
import { doJob } from './do-job.ts'

parentPort?.on('message', (job) => parentPort?.postMessage(doJob(job)))
