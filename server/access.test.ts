import { beforeAll, describe, expect, it, vi } from 'vitest'
import { serverFrameSchema } from '#shared/contracts/live.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Access } from '#shared/domain/access.ts'
import { takeaway, testServer } from './testing/app.ts'
import { declaredEndpoints, withUnknownIds } from './testing/endpoints.ts'
import { listenUrl, openTestSocket, type TestSocket, WAIT_OPTIONS } from './testing/phone.ts'
import { type People, signInPeople } from './testing/users.ts'

const server = testServer()
let people: People
let url = ''
beforeAll(async () => {
  people = await signInPeople(server)
  url = await listenUrl(server.app)
})

type Person = keyof People
const PERSONS = ['guest', 'staff', 'kitchen', 'floor', 'both', 'owner'] as const

/** All endpoints that are not listed are for owners only (docs/product/accounts.md#accounts-access). */
const ENDPOINTS: Record<Exclude<Access, 'owner' | 'kitchen'>, string[]> = {
  public: [
    'GET /api/settings',
    'GET /api/setup',
    'GET /api/menu',
    'GET /api/menu/categories',
    'GET /api/menu/options',
    'GET /api/menu/offers',
    'GET /api/hours',
    'GET /api/pickup',
    'GET /api/reservations/times',
    'POST /api/reservations',
    'GET /api/reservations/mine/:token',
    'PATCH /api/reservations/mine/:token',
    'DELETE /api/reservations/mine/:token',
    'GET /api/reservations/mine/:token/calendar',
    'GET /api/reservations/mine/:token/times',
    'GET /api/menu/suggestions',
    'GET /api/tables',
    'GET /api/promotions',
    'GET /api/backups/links/:word',
    'POST /api/login',
    'POST /api/login/link',
    'POST /api/orders/withdraw',
    'POST /api/register',
    'POST /api/logout',
    'POST /api/orders',
    'POST /api/shared-sessions',
    'POST /api/shared-sessions/:id/complete',
    'POST /api/shared-sessions/:id/leave',
    'GET /api/shared-sessions/:id/bill',
    'POST /api/tables/:id/calls',
    // A printer authenticates with its own token.
    'POST /api/printing/:token',
    'POST /api/printing/:token/next',
    'POST /api/printing/:token/answer',
    'GET /api/printing/:token',
    'DELETE /api/printing/:token',
  ],
  signedIn: ['GET /api/user'],
  service: [
    'GET /api/orders',
    'GET /api/orders/:id',
    'PATCH /api/orders/:id',
    'POST /api/orders/changed',
    'POST /api/orders/:id/seen',
    'POST /api/orders/:id/items/:itemId/done',
    'POST /api/orders/:id/prints',
    'POST /api/pause',
    'GET /api/printers',
    'POST /api/printers/:id/print',
    'POST /api/printers/jobs/:id',
    'POST /api/printers/:id/drop',
    'POST /api/orders/:id/print-claim',
    'POST /api/menu/:id/portions',
    'POST /api/menu/:id/sold-out',
    'POST /api/menu/options/:id/:optionId/sold-out',
  ],
  floor: [
    'GET /api/payments',
    'GET /api/fiscal',
    'GET /api/fiscal/numbers',
    'POST /api/fiscal/:id',
    'POST /api/fiscal/left',
    'POST /api/payments',
    'POST /api/payments/:id/reverse',
    'GET /api/floor',
    'GET /api/reservations',
    'GET /api/reservations/:id',
    'PATCH /api/reservations/:id',
    'GET /api/reservations/free',
    'POST /api/reservations/:id/seen',
    'PATCH /api/orders/:id/items/:itemId',
    'PATCH /api/tables/:id/status',
    'GET /api/tables/:id/bill',
    'POST /api/tables/:id/prints',
    'POST /api/shared-sessions/:id/move',
    'POST /api/tables/:id/calls/:callId/take',
    'DELETE /api/tables/:id/calls/:callId',
  ],
}
const ALLOWED: Record<keyof typeof ENDPOINTS | 'owner', readonly Person[]> = {
  public: PERSONS,
  signedIn: ['staff', 'kitchen', 'floor', 'both', 'owner'],
  service: ['kitchen', 'floor', 'both', 'owner'],
  floor: ['floor', 'both', 'owner'],
  owner: ['owner'],
}
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const accessTo = (name: string) =>
  (Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]).find((access) => ENDPOINTS[access].includes(name)) ?? 'owner'

describe('calls', () => {
  it('that are listed here are all declared', () => {
    const declared = declaredEndpoints.map(nameOf)
    expect(Object.values(ENDPOINTS).flatMap((names) => names.filter((name) => !declared.includes(name)))).toEqual([])
  })

  it.each(
    declaredEndpoints.filter(({ path }) => path !== '/api/logout').map((endpoint) => [nameOf(endpoint), endpoint]),
  )(
    '%s is for whom it is declared: nobody else, 401 or 403, before the input is validated',
    async (name, { method, path }) => {
      const body = method === 'GET' ? undefined : { nonsense: true }
      const statuses = await Promise.all(
        PERSONS.map(async (person) => {
          const headers = { ...(people[person] && { cookie: people[person] }) }
          const { statusCode } = await server.call(method, withUnknownIds(path), body, { headers })
          return [person, statusCode === 401 || statusCode === 403 ? statusCode : 'allowed']
        }),
      )
      const expected = (person: Person) => {
        if (ALLOWED[accessTo(name)].includes(person)) return 'allowed'
        return person === 'guest' ? 401 : 403
      }
      expect(statuses).toEqual(PERSONS.map((person) => [person, expected(person)]))
    },
  )
})

describe('frames', () => {
  /** Frames that answer one socket, or go to the participants of one shared session. */
  const ADDRESSED = [
    ...[
      'HEARTBEAT',
      'ERROR',
      'ORDER_STATUS',
      'CALL_STATUS',
      'SESSION_INFO',
      'PARTICIPANT_JOINED',
      'PARTICIPANTS_UPDATED',
    ],
    ...['CART_ITEMS', 'CART_UPDATED', 'ITEM_ADDED', 'ITEM_REMOVED', 'ALL_READY', 'SESSION_COMPLETED'],
  ]
  const PERSONAL = ['Ana Pop', '40712345678', 'ana@example.com']
  const as = (person: Person) => ({ headers: { cookie: people[person] } })

  const CHANGES: [string, readonly Person[], () => Promise<unknown>][] = [
    ['ORDER_UPDATE', ALLOWED.service, () => place()],
    [
      'ORDERS_CHANGED',
      ALLOWED.service,
      () => server.call('POST', '/api/orders/complete-older', YESTERDAY, as('owner')),
    ],
    [
      'FLOOR_CHANGED',
      ALLOWED.floor,
      () => server.call('POST', `/api/tables/${server.table}/calls`, { kind: 'waiter' }),
    ],
    [
      'CHANGED',
      ALLOWED.owner,
      () => server.call('POST', '/api/users', { username: 'dan', password: 'parola1' }, as('owner')),
    ],
    [
      'MENU_CHANGED',
      PERSONS,
      () => server.call('POST', `/api/menu/${server.soup}/sold-out`, { soldOut: true }, as('kitchen')),
    ],
    // The first change after the start reaches everybody.
    ['SETTINGS_CHANGED', PERSONS, () => settings({ restaurantName: 'Masa Test' })],
    ['SETTINGS_CHANGED', ALLOWED.service, () => settings({ businessDayStart: '05:00' })],
    ['SETTINGS_CHANGED', ALLOWED.owner, () => settings({ ownerPhoneNumber: '40712345678' })],
    ['SETTINGS_CHANGED', PERSONS, () => settings({ restaurantName: 'La Conac' })],
  ]
  let changes = 0
  // The clock that the tests set makes the server announce reservations and tables, at any moment.
  const framesOf = (socket: TestSocket | undefined, type: string) =>
    (socket?.receivedFrames() ?? []).filter(
      (frame) => frame.type === type && (frame.type !== 'CHANGED' || frame.payload.area === 'users'),
    )
  const YESTERDAY = { before: '2026-11-20T00:00:00.000Z' }
  const settings = (body: object) => server.call('PATCH', '/api/settings', body, as('owner'))
  const place = async () =>
    (await server.call('POST', '/api/orders', takeaway(server, { email: 'ana@example.com' }))).json<PlacedOrder>()

  it('are all either sent to one person, or tested here', () => {
    const types = serverFrameSchema.def.options.map(({ shape }) => shape.type.def.values[0])
    const tested = new Set([...ADDRESSED, ...CHANGES.map(([type]) => type)])
    expect([...new Set(types)].sort()).toEqual([...tested].sort())
  })

  it.each(CHANGES)('%s reaches %j and nobody else', async (type, expected, change) => {
    server.clock.set(new Date('2026-11-19T12:00:00.000Z'))
    await place()
    server.clock.set(new Date('2026-11-21T12:00:00.000Z'))
    const sockets = await Promise.all(
      PERSONS.map((person) => openTestSocket(url, people[person] ? { cookie: people[person] } : {})),
    )
    await change()
    const receivers = () => PERSONS.filter((_, i) => framesOf(sockets[i], type).length > 0)
    await vi.waitFor(() => expect(receivers()).toEqual(expected), WAIT_OPTIONS)
    // Every socket receives this second change; frames of the first one cannot follow it.
    await settings({ taxNumber: `RO${++changes}` })
    const ofSettings = () => sockets.map((socket) => framesOf(socket, 'SETTINGS_CHANGED').length)
    const isTwice = (person: Person) => type === 'SETTINGS_CHANGED' && expected.includes(person)
    const counts = PERSONS.map((person) => (isTwice(person) ? 2 : 1))
    await vi.waitFor(() => expect(ofSettings()).toEqual(counts), WAIT_OPTIONS)
    if (type !== 'SETTINGS_CHANGED') expect(receivers()).toEqual(expected)
    for (const { socket } of sockets) socket.close()
  })

  it('ORDER_UPDATE shows the guest to the floor and to owners, and to the kitchen the dishes alone', async () => {
    server.clock.set(new Date('2026-11-21T12:00:00.000Z'))
    const sockets = await Promise.all(ALLOWED.service.map((person) => openTestSocket(url, { cookie: people[person] })))
    await server.call('POST', `/api/menu/${server.soup}/sold-out`, { soldOut: false }, as('kitchen'))
    const { id, items } = await place()
    const orders = await Promise.all(
      sockets.map(async ({ receivedFrames }) => {
        const find = () => receivedFrames().find((frame) => frame.type === 'ORDER_UPDATE' && frame.payload.id === id)
        return vi.waitFor(() => find() ?? expect.fail('no frame yet'), WAIT_OPTIONS)
      }),
    )
    const seen = orders.map((frame) => PERSONAL.filter((text) => JSON.stringify(frame).includes(text)))
    expect(seen).toEqual([[], PERSONAL, PERSONAL, PERSONAL])
    expect(orders[0]).toMatchObject({ payload: { customerName: '', phoneNumber: '', email: null, items } })
    for (const { socket } of sockets) socket.close()
  })
})
