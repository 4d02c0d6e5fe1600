import type { Socket } from 'node:net'
import type pg from 'pg'
import { type Connection, poolOf } from '../db/connect.ts'

/** The traffic from the server to its database. */
export interface Traffic {
  /** Executed statements, BEGIN and COMMIT included. */
  statements: number
  /** How often the server waited for the database: pipelined statements share one round trip. */
  roundTrips: number
}

// Types of messages in PostgreSQL's protocol.
const EXECUTE = 'E'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const TYPE_BYTES = 1

/** Counts what a server's pools send, from the bytes of their sockets: every statement, but not LISTEN. */
export function watchTraffic({ db, reports, signIns }: Connection): {
  during(work: () => unknown): Promise<Traffic>
} {
  const traffic: Traffic = { statements: 0, roundTrips: 0 }
  const watched = new WeakSet<Socket>()
  const watch = (client: pg.PoolClient) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    if (watched.has(stream)) return
    watched.add(stream)
    let hasReceived = true
    stream.on('data', () => {
      hasReceived = true
    })
    const write = stream.write.bind(stream)
    stream.write = ((chunk: Buffer, ...more: []) => {
      if (hasReceived) traffic.roundTrips++
      hasReceived = false
      traffic.statements += statementsIn(chunk)
      return write(chunk, ...more)
    }) as Socket['write']
  }
  for (const pool of [db, reports, signIns].map(poolOf)) {
    // A client that was opened earlier is watched from its next use.
    pool?.on('connect', watch).on('acquire', watch)
  }
  return {
    during: async (work) => {
      const { statements, roundTrips } = traffic
      await work()
      return { statements: traffic.statements - statements, roundTrips: traffic.roundTrips - roundTrips }
    },
  }
}

function statementsIn(messages: Buffer): number {
  let count = 0
  for (let at = 0; at + TYPE_BYTES + 4 <= messages.length; at += TYPE_BYTES + messages.readInt32BE(at + TYPE_BYTES)) {
    const type = messages[at]
    if (type === EXECUTE || type === QUERY) count++
  }
  return count
}
