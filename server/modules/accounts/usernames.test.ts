import { describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { replaceOwnersPassword } from './users.ts'

const server = testServer()

let hosts = 0
const newAddress = () => `10.21.${++hosts >> 8}.${hosts & 255}`
const post = (path: string, body: object, { cookie = '', from = newAddress() } = {}) =>
  server.call('POST', `/api/${path}`, body, { headers: cookie ? { cookie } : {}, remoteAddress: from })
const login = (username: string, password: string, more = {}) => post('login', { username, password }, more)

describe('a new username', () => {
  it.each([
    ['zero width', 'An\u200Ba\u200D', 'Ana'],
    ['joined letters', 'Ti\u034Fb\u2060i', 'Tibi'],
    ['fillers', '\u3164Geo\uFE0F\u2800', 'Geo'],
    ['tags', 'Ion\u{E0020}\u{E007F}', 'Ion'],
    ['runs of spaces', 'Ana \u00a0 Maria\tPop\nIon', 'Ana Maria Pop Ion'],
    ['a separated accent', 'Ste\u034F\u0301fan', 'St\u00E9fan'],
  ])('is one line without invisible characters: %s', async (_, typed, stored) => {
    const created = await post('register', { username: typed, password: 'parola1' })
    expect([created.statusCode, created.json().username]).toEqual([201, stored])
    expect((await login(stored.toUpperCase(), 'parola1')).json()).toEqual(created.json())
    expect((await login(typed, 'parola1')).json()).toEqual(created.json())
  })

  it('is rejected if it looks like another one', async () => {
    await post('register', { username: 'Doru', password: 'parola1' })
    for (const username of ['Do\u200Bru', '\u2063doru', 'DORU\uFEFF']) {
      const own = await post('register', { username, password: 'parola1' })
      const byOwner = await post('users', { username, password: 'parola1' }, { cookie: server.owner })
      expect([username, own.statusCode, byOwner.statusCode]).toEqual([username, 409, 409])
    }
    expect((await post('register', { username: '\u200B\u2800', password: 'parola1' })).statusCode).toBe(400)
  })
})

it('the command that sets a new password means the same user, whatever invisible characters are typed', async () => {
  const named = { username: 'b\u2060oss', password: 'new-boss' }
  expect(await replaceOwnersPassword(server.connection.db, named, new Date())).toBe('done')
  expect((await login('boss', 'new-boss')).json().username).toBe('boss')
})
