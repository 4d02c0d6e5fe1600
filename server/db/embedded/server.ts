import { logFileOf } from './layout.ts'
import type { Lock } from './lock.ts'
import { lastLines, logSince, logSize, truncateLog } from './log-file.ts'
import type { Ended } from './process.ts'
import { type ClusterLocation, type Started, start } from './start.ts'

const LOG_CHECK = 60_000

/** A running embedded server. */
export type EmbeddedServer = {
  /**
   * `postgres://…` of the database `masa`, its owner's password in it. A restart keeps it unless the port was taken
   * meanwhile.
   */
  readonly url: string
  /** PostgreSQL's process. */
  readonly pid: number
  /**
   * Starts PostgreSQL again after it ended by itself; nothing happens while it runs. Throws a StartError when it
   * doesn't start.
   */
  restart(): Promise<void>
  /** Ends PostgreSQL and its watchdog and frees the folder; settles when nothing of it runs. Can be called again. */
  close(): Promise<void>
}

/** Starts PostgreSQL in a locked place and keeps it; the lock is released on close. */
export async function serve(
  place: ClusterLocation,
  lock: Lock,
  onExit?: (reason: string) => void,
): Promise<EmbeddedServer> {
  const logFile = logFileOf(place.dataDir)
  let closing: Promise<void> | undefined
  let starting: Promise<void> | undefined
  let alive = false
  const givenUp = new AbortController()
  let current: Started

  const run = async (port?: number) => {
    const from = await logSize(logFile)
    const started = await start(place, port, givenUp.signal)
    current = started
    alive = true
    void started.running.ended.then(async (how) => {
      alive = false
      const reason = await wayOfEnding(how, logFile, from)
      if (closing === undefined) onExit?.(reason)
    })
    return started
  }

  current = await run()
  const trimmer = setInterval(() => truncateLog(logFile).catch(() => undefined), LOG_CHECK).unref()

  const close = async () => {
    clearInterval(trimmer)
    givenUp.abort()
    await starting?.catch(() => undefined)
    await current.running.stop()
    lock.release()
  }

  return {
    get url() {
      return current.url
    },
    get pid() {
      return current.running.pid
    },
    restart: () => {
      if (closing !== undefined) return Promise.reject(new Error('the embedded database is closed'))
      if (alive) return Promise.resolve()
      starting ??= run(current.port)
        .then(() => undefined)
        .finally(() => (starting = undefined))
      return starting
    },
    close: () => (closing ??= close()),
  }
}

async function wayOfEnding({ code, signal }: Ended, logFile: string, from: number): Promise<string> {
  const said = lastLines(await logSince(logFile, from).catch(() => ''), 3)
  return `PostgreSQL ended by itself (${signal ?? `exit code ${code}`}). ${said}`.trimEnd()
}
