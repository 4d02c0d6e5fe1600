/** Checks that the machine was otherwise idle: only then are the figures meaningful. */
import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { median } from './figures.ts'
import { ms, print } from './parts/report.ts'

const MAX_LOAD = 1
/** Between the calibrations at the beginning and at the end, as a share. */
const MAX_DIFFERENCE = 0.15

export interface Calibration {
  /** Milliseconds for a fixed amount of work on every core at the same time. */
  work: number
  /** Median milliseconds to write and sync a small block to disk. */
  sync: number
}

export function describeMachine(): string {
  const [cpu] = os.cpus()
  return (
    `${os.cpus().length} cores (${cpu?.model ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GB, ` +
    `${os.type()} ${os.release()}, Node ${process.versions.node}`
  )
}

/** Waits until the machine is idle, or the time is up. @returns the load after that */
export async function waitForCalm(maxSeconds: number): Promise<number> {
  for (let seconds = 0; seconds < maxSeconds && loadNow() > MAX_LOAD; seconds += 5) await setTimeout(5_000)
  return loadNow()
}

/** Measures how long a fixed amount of work and a synced write take: the longer, the slower the machine. */
export async function calibrate(): Promise<Calibration> {
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) rounds.push(await workEverywhere())
  return { work: median(rounds), sync: medianSyncTime() }
}

/** Prints the reasons to distrust the figures. @returns true if there are none */
export function judge(load: number, before: Calibration, after: Calibration): boolean {
  const reasons: string[] = []
  if (load > MAX_LOAD) reasons.push(`the load was ${load.toFixed(2)} at the beginning`)
  const differs = (a: number, b: number) => Math.max(a, b) / Math.min(a, b) - 1 > MAX_DIFFERENCE
  if (differs(before.work, after.work)) {
    reasons.push(`the same work took ${ms(before.work)} at the beginning and ${ms(after.work)} at the end`)
  }
  if (reasons.length > 0)
    print(
      `TOO BUSY TO JUDGE: ${reasons.join('; ')}. Use the ratios as a rough hint only, and ignore the absolute times.`,
    )
  else print('The machine was calm: load and calibration are within their bounds.')
  return reasons.length === 0
}

/** A sentence about the speed of the machine at both ends of a run. */
export const describeCalibrations = (before: Calibration, after: Calibration): string =>
  `Calibration, beginning and end: work on every core ${ms(before.work)}, ${ms(after.work)}; ` +
  `one forced write ${ms(before.sync)}, ${ms(after.sync)}.`

export const loadNow = () => os.loadavg()[0] ?? 0

async function workEverywhere(): Promise<number> {
  const workers = os.cpus().map(() => new Worker(new URL('./work.ts', import.meta.url)))
  const durations = await Promise.all(
    workers.map(
      (worker) => new Promise<number>((resolve, reject) => worker.on('message', resolve).on('error', reject)),
    ),
  )
  return Math.max(...durations)
}

function medianSyncTime(): number {
  const file = path.join(os.tmpdir(), `masa-bench-${process.pid}`)
  const descriptor = openSync(file, 'w')
  const block = createHash('sha512').update('masa').digest()
  try {
    const durations = Array.from({ length: 200 }, () => {
      const began = performance.now()
      writeSync(descriptor, block)
      fdatasyncSync(descriptor)
      return performance.now() - began
    })
    return median(durations)
  } finally {
    closeSync(descriptor)
    rmSync(file)
  }
}
