import { setTimeout as sleep } from 'node:timers/promises'
import { edgeAttacks } from './edge.ts'
import { falseOrderAttacks } from './false-orders.ts'
import { type Attack, joinTable, json, marks, orderOf, post, repeat, repeatFrames } from './means.ts'
import { signInAttacks } from './sign-ins.ts'
import { sizeAttacks } from './sizes.ts'
import { tableAttacks } from './tables.ts'
import { openConnection, openSocket, request } from './target.ts'

export const ATTACKS = {
  ...edgeAttacks,
  ...tableAttacks,

  'names that take long to compose': (target, isOver) => {
    const body = json({ username: marks(250_000), password: 'secret' })
    return repeat(2, isOver, () => request(target, '/api/login', post(body)))
  },

  'notes that take long to compose': (target, isOver) => {
    const notes = marks(500)
    const items = Array.from({ length: 25 }, () => ({ menuItemId: 1, quantity: 1, notes }))
    const bodies = [orderOf(target, { notes: marks(15_000) }), orderOf(target, { items })]
    return repeat(4, isOver, (i) => request(target, '/api/orders', post(bodies[i % 2] ?? '')))
  },

  'frames that take long to compose': (target, isOver) => {
    const payload = { itemId: 1, quantity: 1, notes: marks(15_000) }
    const frame = () => json({ type: 'SET_ITEM', payload })
    return repeatFrames(target, isOver, { sockets: 4, perSecond: 25, frame })
  },

  'hundreds of sockets of one guest': async (target, isOver) => {
    const joined = await joinTable(target)
    const frame = (i: number) => json({ type: 'SET_READY', payload: { isReady: i % 2 === 0 } })
    await repeatFrames(target, isOver, { sockets: 300, perSecond: 20, ...joined, frame })
  },

  'tables full of guests who change their minds': async (target, isOver) => {
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

  'questions for orders that are somebody else’s': (target, isOver) => {
    const frame = (i: number) => json({ type: 'WATCH_ORDER', payload: { orderId: (i % 900) + 1, token: 'guessed' } })
    return repeatFrames(target, isOver, { sockets: 100, perSecond: 20, frame })
  },

  'more sockets than a restaurant has': (target, isOver) =>
    repeatFrames(target, isOver, { sockets: 1500, perSecond: 0.2, frame: () => json({ type: 'GET_CART' }) }),

  'a seat at every table, and no phone': (target, isOver) =>
    repeat(4, isOver, async (i) => {
      await joinTable(target, i)
      await sleep(10)
    }),

  'orders beyond the limit': (target, isOver) =>
    repeat(20, isOver, (i) =>
      request(target, '/api/orders', post(orderOf(target), { 'idempotency-key': `beyond ${i}` })),
    ),

  'bodies beyond the limit': (target, isOver) => {
    const body = orderOf(target, { notes: 'x'.repeat(5_000_000) })
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

  'passwords, guessed': (target, isOver) =>
    repeat(20, isOver, (i) =>
      request(target, '/api/login', post(json({ username: `guess ${i % 3}`, password: `secret ${i}` }))),
    ),

  'readings without end': (target, isOver) => {
    const ofMenu = ['/menu', '/manifest.webmanifest', '/sw.js', '/icon-192.png', '/static/missing.js']
    const paths = ['/api/menu', '/api/tables', '/api/promotions', '/api/settings', '/api/setup', ...ofMenu]
    return repeat(30, isOver, (i) => request(target, paths[i % paths.length] ?? ''))
  },

  'words of a phone, guessed': (target, isOver) => {
    const headers = { accept: 'text/html' }
    const word = (i: number) => String(i).padStart(22, 'x')
    return repeat(20, isOver, (i) => request(target, `/api/before-service/phone/${word(i)}`, { headers }))
  },

  ...signInAttacks,
  ...falseOrderAttacks,
  ...sizeAttacks,
} satisfies Record<string, Attack>
