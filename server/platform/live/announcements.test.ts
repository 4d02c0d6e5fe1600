import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { databaseAt } from '#server/db/index.ts'
import { query } from '#server/testing/databases.ts'
import { recordingLog } from '#server/testing/log.ts'
import type { Log } from '../log.ts'
import { type Announcement, LISTENER_NAME, type Listening, listen } from './announcements.ts'

const url = () => inject('databaseServer')
const listeners = `select pid from pg_stat_activity where application_name = '${LISTENER_NAME}' and datname = current_database()`
let listening: Listening | undefined
afterEach(() => listening?.close())

it('listen ignores notifications on the channel that are not announcements', async () => {
  const received: Announcement[] = []
  const { log } = recordingLog()
  listening = await listen(
    databaseAt(url),
    log as Log,
    (announcement) => received.push(announcement),
    () => {},
  )
  const invalid = ['', 'hello', 'null', '[]', '{"topic":1}', '{"topic":"orders","id":1.5}']
  for (const payload of [...invalid, '{"topic":"orders","id":7}', '{"topic":"session","id":"x"}', '{"topic":"menu"}'])
    await query(url(), `notify masa, '${payload}'`)
  await vi.waitFor(() =>
    expect(received).toEqual([{ topic: 'orders', id: 7 }, { topic: 'session', id: 'x' }, { topic: 'menu' }]),
  )
})

it('listen closes a connection that is still being opened when the listener is closed', async () => {
  let addresses = 0
  const { log } = recordingLog()
  const opened = await listen(
    databaseAt(() => {
      if (addresses++ > 0) void opened.close()
      return url()
    }),
    log as Log,
    () => {},
    () => {},
  )
  await query(url(), `select pg_terminate_backend(pid) from (${listeners}) as listening`)
  await vi.waitFor(() => expect(addresses).toBe(2))
  await setTimeout(300)
  expect(await query(url(), listeners)).toEqual([])
})

it('listen reports missed announcements when it lost its connection, and again once it listens', async () => {
  const heard: (boolean | undefined)[] = []
  const { log } = recordingLog()
  listening = await listen(
    databaseAt(url),
    log as Log,
    () => {},
    () => heard.push(listening?.isListening()),
  )
  await query(url(), `select pg_terminate_backend(pid) from (${listeners}) as listening`)
  await vi.waitFor(() => expect(heard).toEqual([false, true]), { timeout: 60_000 })
})

it('listen opens a connection anew that no longer answers', async () => {
  const { hostname, port } = new URL(url())
  const links: Socket[][] = []
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    links.push([near, far])
    for (const socket of [near, far])
      socket.on('error', () => {}).on('close', () => [near, far].map((one) => one.destroy()))
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const through = new URL(url())
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const heard: (boolean | undefined)[] = []
  listening = await listen(
    databaseAt(through.href),
    recordingLog().log as Log,
    () => {},
    () => heard.push(listening?.isListening()),
    { interval: 20, timeout: 500 },
  )
  for (const socket of links.flat()) socket.unpipe().pause()
  await vi.waitFor(() => expect(heard).toEqual([false, true]), { timeout: 60_000 })
  const near = links[0]?.[0]?.resume()
  await vi.waitFor(() => expect(near?.destroyed).toBe(true))
})
