import { failureKind } from '#server/db/index.ts'
import type { AppError } from './app-error.ts'
import { BusyError } from './limits/concurrency.ts'
import { type Log, WithoutStack } from './log.ts'

const INTERVAL_MS = 1_000

interface Failure {
  error: unknown
  /** The id of the request that failed, or of the one that opened the socket. */
  reqId: string
}

/** What failed within the running second after the last line: the last one, and how many. */
interface Repeated {
  last: Failure | undefined
  count: number
}

/** By log, then by message and reason. */
const repeatedIn = new WeakMap<Log, Map<string, Repeated>>()

/**
 * Logs the failure of work that somebody asked for. An error of Masa itself gets a line with its stack each time. While
 * something is unavailable, everybody's work fails: of such failures, at most one in a second is logged for each reason,
 * without its stack and with the number of those that were left out (`suppressed`). Refusals are not logged, nor that too
 * much work is waiting.
 * @param appError what the error was converted to
 */
export function logFailure(log: Log, message: string, appError: AppError, failure: Failure): void {
  const { error, reqId } = failure
  if (appError.status < 500 || error instanceof BusyError) return
  if (appError.status === 503) logRepeated(log, message, reasonOf(appError, error), failure)
  else log.error({ reqId, err: error }, message)
}

function logRepeated(log: Log, message: string, reason: string, failure: Failure): void {
  const kind = `${message}: ${reason}`
  const repeated = repeatedIn.get(log) ?? new Map<string, Repeated>()
  repeatedIn.set(log, repeated)
  const running = repeated.get(kind)
  if (running) {
    running.last = failure
    running.count++
    return
  }

  const write = ({ error, reqId }: Failure, suppressed?: number) => {
    log.error({ reqId, err: new WithoutStack(error), ...(suppressed && { suppressed }) }, message)
    const since: Repeated = { last: undefined, count: 0 }
    repeated.set(kind, since)
    const onEnd = () => {
      repeated.delete(kind)
      if (since.last) write(since.last, since.count - 1)
    }
    setTimeout(onEnd, INTERVAL_MS).unref()
  }
  write(failure)
}

/** The code of an error; of `unavailable`, what was: too much work is waiting, the database, or something else. */
export function reasonOf({ code }: AppError, error: unknown): string {
  if (code !== 'unavailable') return code
  if (error instanceof BusyError) return 'busy'
  return failureKind(error) === 'unavailable' ? 'database' : code
}
