import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, explainFailure } from './binaries.ts'
import { clusterFolder, logFileOf, passwordFile } from './layout.ts'
import { stopLeftover } from './leftover.ts'
import { lastLines, logSince, logSize, truncateLog } from './log-file.ts'
import { becomesReady, freePort, reachDatabase, urlOf } from './open-database.ts'
import type { Owner } from './owner.ts'
import { type Ended, launch, type Running } from './process.ts'
import { StartError } from './start-error.ts'

/** What a start needs to know; the folder is locked and holds a cluster. */
export type ClusterLocation = {
  binaries: Binaries
  dataDir: string
  owner: Owner
  maxConnections: number
  log: (sentence: string) => void
}

/** A PostgreSQL that answers. */
export type Started = { running: Running; port: number; url: string }

const PORT_TAKEN = /could not (bind IPv4 address|create any TCP\/IP sockets)/
// The last processes of a server that was killed a moment ago still hold its memory or its pid file.
const STILL_THERE = /pre-existing shared memory block|lock file "[^"]*" already exists/
const PATIENCE = 15_000

/**
 * Starts PostgreSQL, on that port if it is free, and waits until the database answers. Tries anew for some seconds
 * where that helps, unless given up; then throws a StartError (`start-failed`) that quotes the last lines of the log.
 */
export async function start(place: ClusterLocation, preferred?: number, givenUp?: AbortSignal): Promise<Started> {
  const { binaries, dataDir, log } = place
  const cluster = clusterFolder(dataDir)
  const logFile = logFileOf(dataDir)
  const password = (await readFile(passwordFile(dataDir), 'utf8')).trim()
  await truncateLog(logFile)
  for (const began = Date.now(); ; await sleep(100)) {
    await stopLeftover(binaries, cluster, log)
    const port = preferred ?? (await freePort())
    const from = await logSize(logFile)
    const running = launch({ ...place, cluster, port, logFile })
    let outcome: Ended = {}
    try {
      const slow = () =>
        log('PostgreSQL is still opening its data (it was not closed last time); this can take a while.')
      if (await becomesReady(running, cluster, slow, givenUp)) {
        await reachDatabase(port, password)
        return { running, port, url: urlOf(port, password) }
      }
    } catch (error) {
      outcome.error = error
    }
    await running.stop()
    outcome = { ...(await running.ended), ...outcome }
    const said = await logSince(logFile, from)
    if (PORT_TAKEN.test(said)) preferred = undefined
    else if (!STILL_THERE.test(said)) throw failed(dataDir, outcome, said)
    if (givenUp?.aborted || Date.now() - began > PATIENCE) throw failed(dataDir, outcome, said)
  }
}

function failed(dataDir: string, outcome: Ended, said: string): StartError {
  const why = outcome.error === undefined ? '' : String(outcome.error)
  const lines = [explainFailure(outcome), why, lastLines(said)].filter((line) => line !== '')
  const text = `PostgreSQL did not start on ${dataDir}; its log is ${logFileOf(dataDir)}.`
  return new StartError('start-failed', [text, ...lines].join('\n'), { cause: outcome.error })
}
