import { setTimeout as sleep } from 'node:timers/promises'
import { callAttacks } from './calls.ts'
import { edgeAttacks } from './edge.ts'
import { falseOrderAttacks } from './false-orders.ts'
import { type Attack, combiningMarks, joinTable, json, orderBody, post, repeat, repeatFrames } from './means.ts'
import { reservationAttacks } from './reservations.ts'
import { seatAttacks } from './seats.ts'
import { signInAttacks } from './sign-ins.ts'
import { sizeAttacks } from './sizes.ts'
import { tableAttacks } from './tables.ts'
import { openConnection, openSocket, request } from './target.ts'

export const ATTACKS = {
  ...edgeAttacks,
  ...tableAttacks,
  ...seatAttacks,
  ...callAttacks,

  'usernames that are slow to normalize': (target, isOver) => {
    const body = json({ username: combiningMarks(250_000), password: 'secret' })
    return repeat(2, isOver, () => request(target, '/api/login', post(body)))
  },

  'notes that are slow to normalize': (target, isOver) => {
    const notes = combiningMarks(500)
    const items = Array.from({ length: 25 }, () => ({ menuItemId: 1, quantity: 1, notes }))
    const bodies = [orderBody(target, { notes: combiningMarks(15_000) }), orderBody(target, { items })]
    return repeat(4, isOver, (i) => request(target, '/api/orders', post(bodies[i % 2] ?? '')))
  },

  'frames with notes that are slow to normalize': (target, isOver) => {
    const payload = { itemId: 1, quantity: 1, notes: combiningMarks(15_000) }
    const frame = () => json({ type: 'SET_ITEM', payload })
    return repeatFrames(target, isOver, { sockets: 4, perSecond: 25, frame })
  },

  'hundreds of sockets of one guest': async (target, isOver) => {
    const joined = await joinTable(target)
    const frame = (i: number) => json({ type: 'SET_READY', payload: { isReady: i % 2 === 0 } })
    await repeatFrames(target, isOver, { sockets: 300, perSecond: 20, ...joined, frame })
  },

  'tables full of guests who keep changing whether they are ready': async (target, isOver) => {
    const guests = await Promise.all(Array.from({ length: 20 }, (_, i) => joinTable(target, i)))
    const frame = (i: number) => json({ type: 'SET_READY', payload: { isReady: i % 2 === 0 } })
    await Promise.all(
      guests.map((joined) => repeatFrames(target, isOver, { sockets: 8, perSecond: 20, ...joined, frame })),
    )
  },

  'frames of one byte': (target, isOver) =>
    repeat(4, isOver, async () => {
      const socket = await openSocket(target)
      for (let i = 0; socket && !isOver() && socket.readyState === socket.OPEN; i++) {
        socket.send('1')
        if (i % 200 === 0) await sleep(10)
      }
      socket?.terminate()
      await sleep(20)
    }),

  'frames that watch other guests’ orders': (target, isOver) => {
    const frame = (i: number) => json({ type: 'WATCH_ORDER', payload: { orderId: (i % 900) + 1, token: 'guessed' } })
    return repeatFrames(target, isOver, { sockets: 100, perSecond: 20, frame })
  },

  'more sockets than a restaurant has': (target, isOver) =>
    repeatFrames(target, isOver, { sockets: 1500, perSecond: 0.2, frame: () => json({ type: 'GET_CART' }) }),

  'a guest at every table without a connected phone': (target, isOver) =>
    repeat(4, isOver, async (i) => {
      await joinTable(target, i)
      await sleep(10)
    }),

  'orders beyond the limit per address': (target, isOver) =>
    repeat(20, isOver, (i) =>
      request(target, '/api/orders', post(orderBody(target), { 'idempotency-key': `beyond ${i}` })),
    ),

  'bodies beyond the size limit': (target, isOver) => {
    const body = orderBody(target, { notes: 'x'.repeat(5_000_000) })
    return repeat(4, isOver, () => request(target, '/api/orders', post(body)))
  },

  'pictures that only an owner may send': (target, isOver) => {
    const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
    const body = `${head}${'x'.repeat(5_000_000)}\r\n--x--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    return repeat(4, isOver, () => request(target, '/api/menu/1/image', post(body, headers)))
  },

  'requests that never end': (target, isOver) => {
    const head =
      'POST /api/orders HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{'
    return repeat(500, isOver, async () => {
      const connection = await openConnection(target)
      connection?.write(head)
      while (connection && !isOver() && !connection.destroyed) await sleep(100)
      connection?.destroy()
      await sleep(20)
    })
  },

  'guessed passwords': (target, isOver) =>
    repeat(20, isOver, (i) =>
      request(target, '/api/login', post(json({ username: `guess ${i % 3}`, password: `secret ${i}` }))),
    ),

  'endless GET requests': (target, isOver) => {
    const pageFiles = ['/menu', '/reserve', '/manifest.webmanifest', '/sw.js', '/icon-192.png', '/static/missing.js']
    const read = ['/api/menu', '/api/menu/options', '/api/hours', '/api/pickup', '/api/pickup?date=2026-11-24']
    const paths = [...read, '/api/tables', '/api/promotions', '/api/settings', '/api/setup', ...pageFiles]
    return repeat(30, isOver, (i) => request(target, paths[i % paths.length] ?? ''))
  },

  ...signInAttacks,
  ...falseOrderAttacks,
  ...reservationAttacks,
  ...sizeAttacks,
} satisfies Record<string, Attack>
