import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describeError, type Log } from '../platform/log.ts'

/** Creates a log in memory with the server's serializers. */
export function recordingLog(): { log: Log; logged: () => string } {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: pino({ level: 'debug', serializers: { err: describeError } }, sink), logged: () => lines.join('') }
}
