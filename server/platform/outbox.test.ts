import { afterEach, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/index.ts'
import { recordingLog } from '#server/testing/log.ts'
import { systemClock } from './clock.ts'
import { createOutbox } from './outbox.ts'

const { log, logged } = recordingLog()
const outside = { isOpen: async () => true, require: async () => {} }
/** What is to be sent, sent and recorded; each number is due once, and again if its sending fails. */
const due: number[] = []
const sent: number[] = []
const recorded: string[] = []
let send: (one: number, closing: AbortSignal) => Promise<string | undefined>
let record = async (_: number) => {}

/** Without a pool, a transaction is the work itself. */
const db = { $client: {} } as Database
const open = () =>
  createOutbox<number, string>(
    { db, clock: systemClock, log, outside },
    {
      failure: 'it was not sent',
      take: async () => ({ due: due.splice(0, 2) }),
      send: (one, closing) => {
        sent.push(one)
        return send(one, closing)
      },
      record: async (_, one, outcome) => {
        await record(one)
        recorded.push(`${one} ${outcome}`)
      },
    },
  )
let outbox: ReturnType<typeof open>
const recordedAre = (...expected: string[]) => vi.waitFor(() => expect(recorded).toEqual(expected), { timeout: 10_000 })

afterEach(async () => {
  await outbox.wiring.close()
  for (const list of [due, sent, recorded]) list.splice(0)
  record = async () => {}
})

it('an outbox sends until nothing is due, and waits for no attempt that hangs or fails', async () => {
  const hanging = Promise.withResolvers<string>()
  send = async (one) => {
    if (one === 2) throw new Error('no wire')
    return one === 1 ? hanging.promise : 'ok'
  }
  due.push(1, 2, 3, 4, 5)
  outbox = open()
  outbox.announced()
  await recordedAre('3 ok', '4 ok', '5 ok')
  expect(logged()).toContain('it was not sent')
  hanging.resolve('late')
  await recordedAre('3 ok', '4 ok', '5 ok', '1 late')
  expect(sent).toEqual([1, 2, 3, 4, 5])
})

it('an outbox writes an outcome again if that fails, and sends nothing twice for it', async () => {
  let failures = 1
  send = async () => 'ok'
  record = async () => {
    if (failures-- > 0) throw new Error('no database')
  }
  due.push(1)
  outbox = open()
  outbox.wake()
  await recordedAre('1 ok')
  expect(sent).toEqual([1])
})

it('an outbox that closes tells its attempts, waits for them, and records no outcome that there is not', async () => {
  const hanging = Promise.withResolvers<string>()
  send = (one, closing) =>
    one === 1
      ? hanging.promise
      : new Promise((resolve) => closing.addEventListener('abort', () => resolve(undefined), { once: true }))
  due.push(1, 2, 3)
  outbox = open()
  outbox.wake()
  await vi.waitFor(() => expect(sent).toEqual([1, 2]))
  const closed = outbox.wiring.close()
  hanging.resolve('ok')
  await closed
  expect(recorded).toEqual(['1 ok'])
  expect(sent).toEqual([1, 2])
})
