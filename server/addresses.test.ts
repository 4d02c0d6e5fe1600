import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl } from '#server/testing/phone.ts'

const server = testServer({ allowedHosts: ['masa.example'] })
const behindProxy = testServer({ trustProxy: true, publicUrl: 'https://menu.example' })

const call = (host: string, url = '/api/menu', headers: Record<string, string> = {}) =>
  server.call('GET', url, undefined, { headers: { host, ...headers } })
const asOwner = (host = 'localhost') => ({ headers: { cookie: server.owner, host } })
const setAddress = (publicAddress: unknown, host?: string) =>
  server.call('PATCH', '/api/settings', { publicAddress }, asOwner(host))

describe('a request for an unknown host', () => {
  it.each(['/api/menu', '/api/nowhere', '/', '/nowhere', '/pictures/x', '/api/%', '/manifest.webmanifest'])(
    'is rejected: %s',
    async (url) => {
      const response = await call('evil.example', url)
      expect(response.statusCode).toBe(421)
      expect(response.headers['content-security-policy']).toContain("connect-src 'self';")
    },
  )

  it('is rejected although its Origin matches its host', async () => {
    const headers = { host: 'evil.example:3000', origin: 'http://evil.example:3000' }
    const account = { username: 'thief', password: 'secret-thief', isOwner: true }
    const response = await server.call('POST', '/api/register', account, { headers })
    expect([response.statusCode, response.json().code]).toEqual([421, 'unknown_host'])
  })

  it('gets an error in the caller’s language that names the setting', async () => {
    const response = await call('evil.example', '/api/menu', { 'accept-language': 'ro' })
    expect(response.json()).toMatchObject({ code: 'unknown_host', message: expect.stringContaining('ALLOWED_HOSTS') })
    const page = await call('evil.example', '/menu', { 'accept-language': 'ro' })
    expect(page.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(page.body).toBe(`${response.json().message}\n`)
    expect((await call('evil.example', '/menu')).body).toContain('where Masa runs')
  })

  it('opens no socket', async () => {
    const { port } = new URL(await listenUrl(server.app))
    const socket = connect(Number(port), '127.0.0.1')
    const lines = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: evil.example\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n${lines.join('\r\n')}\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1.1 421[\s\S]*\r\nconnection: close\r\n/i)
  })

  it('is rejected without a Host header', async () => {
    const { port } = new URL(await listenUrl(server.app))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('GET /api/menu HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 421/)
  })

  it.each(['/healthz', '/readyz', '/healthz?probe=1'])('is accepted for monitoring probes: %s', async (url) => {
    expect((await call('evil.example', url)).statusCode).toBe(200)
  })

  it('is logged with the setting that would allow it', async () => {
    await call('menu.conac.example')
    expect(server.logged()).toContain('ALLOWED_HOSTS=masa.example,menu.conac.example')
  })

  it('is accepted if ALLOWED_HOSTS contains the host', async () => {
    expect((await call('masa.example:3000')).statusCode).toBe(200)
  })
})

describe('the page’s own origin', () => {
  const sent = async (target: typeof server, headers: Record<string, string>) => {
    const body = { username: 'nobody', password: 'secret-nobody' }
    const login = await target.call('POST', '/api/login', body, { headers })
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
    const socket = await target.call('GET', '/ws', undefined, { headers: { ...headers, ...upgrade } })
    // Whatever the reason of another refusal is.
    return [login, socket].map(({ statusCode }) => statusCode !== 403)
  }

  it.each([
    ['masa.example:443', 'https://masa.example', true],
    ['masa.example:80', 'http://masa.example', true],
    ['Masa.Example:443', 'https://masa.example', true],
    ['masa.example', 'https://masa.example:443', true],
    ['masa.example', 'http://masa.example:80', true],
    ['[::1]:443', 'https://[::1]', true],
    ['masa.example:8443', 'https://masa.example:8443', true],
    ['masa.example:443', 'http://masa.example', false],
    ['masa.example:80', 'https://masa.example', false],
    ['masa.example', 'https://masa.example:8443', false],
    ['masa.example:8443', 'https://masa.example', false],
    ['masa.example:443', 'https://evil.example', false],
    ['masa.example', 'https://masa.example@evil.example', false],
  ])('at Host %s, %s is it: %s, for changes and for sockets', async (host, origin, isOwn) => {
    expect(await sent(server, { host, origin })).toEqual([isOwn, isOwn])
  })

  it.each([
    ['https', 'localhost:443', 'https://localhost', true],
    ['http', 'localhost:80', 'http://localhost', true],
    ['https', 'localhost:80', 'https://localhost', false],
    ['https', 'localhost', 'https://menu.example:443', true],
    ['https', 'menu.example:443', 'https://menu.example', true],
  ])('behind a proxy: %s, %s, %s is it: %s', async (protocol, host, origin, isOwn) => {
    const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol }
    expect(await sent(behindProxy, { host: 'localhost:3000', ...forwarded, origin })).toEqual([isOwn, isOwn])
  })
})

describe('an answer of the API', () => {
  it.each([
    ['in absolute form', 'http://localhost/api/user', 200],
    ['in absolute form with another case', 'HTTP://localhost/api/user?x=1', 200],
    ['with a letter that is encoded', '/%61pi/user', 200],
    ['in absolute form, of a URL that does not exist', 'http://localhost/api/nowhere', 404],
  ])('must not be cached, also for a request %s', async (_, target, status) => {
    const { port } = new URL(await listenUrl(server.app))
    const headers = { host: 'localhost', cookie: server.owner }
    const asked = get({ host: '127.0.0.1', port, path: target, headers, agent: false })
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    await text(response)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([status, 'no-store'])
  })
})

describe('the server behind a proxy', () => {
  const via = (headers: Record<string, string>, url = '/api/settings') =>
    behindProxy.call('GET', url, undefined, { headers })

  it('uses the host of the request to the proxy', async () => {
    expect((await via({ host: 'upstream', 'x-forwarded-host': 'menu.example' })).statusCode).toBe(200)
    expect((await via({ host: 'menu.example', 'x-forwarded-host': 'evil.example' })).statusCode).toBe(421)
    expect((await via({ host: 'menu.example', 'x-forwarded-host': 'menu.example, evil.example' })).statusCode).toBe(421)
    expect((await via({ host: 'upstream', 'x-forwarded-host': 'evil.example, menu.example' })).statusCode).toBe(200)
  })

  it('sends Strict-Transport-Security only for the public https address', async () => {
    const hsts = async (host: string) => (await via({ host })).headers['strict-transport-security']
    expect([await hsts('menu.example'), await hsts('localhost')]).toEqual(['max-age=31536000', undefined])
  })

  it('uses X-Forwarded-Host only from a trusted proxy', async () => {
    expect((await call('evil.example', '/api/menu', { 'x-forwarded-host': 'localhost' })).statusCode).toBe(421)
  })
})

describe.each([
  ['everybody', true],
  ['only the proxy', '127.0.0.1'],
])('behind a proxy that adds ports to addresses, trusting %s', (_, trustProxy) => {
  const limited = testServer({ trustProxy, guestWritesPerMinute: 2 })

  it.each([
    ['IPv4', (port: number) => `203.0.113.7:${port}`],
    ['IPv6', (port: number) => `[2001:db8::7]:${port}`],
    ['no address at all', (port: number) => `guest-${port}`],
  ])('counts requests of one address with different ports together: %s', async (_, from) => {
    const order = async (port: number) => {
      const headers = { 'x-forwarded-for': from(port) }
      return (await limited.call('POST', '/api/orders', takeaway(limited), { headers })).statusCode
    }
    expect([await order(1001), await order(1002), await order(1003)]).toEqual([201, 201, 429])
  })
})

describe('the public address', () => {
  it.each([
    ['https://Menu.Conac.ro', 'https://menu.conac.ro'],
    ['http://menu.conac.ro:80/', 'http://menu.conac.ro'],
    [' http://192.168.1.20:3000 ', 'http://192.168.1.20:3000'],
    ['', null],
    [null, null],
  ])('stores %j as %j', async (input, stored) => {
    const response = await setAddress(input)
    expect([response.statusCode, response.json().publicAddress]).toEqual([200, stored])
  })

  it.each([
    'menu.conac.ro',
    'ftp://menu.conac.ro',
    'https://menu.conac.ro/menu',
    'https://menu.conac.ro/?x',
    'https://menu.conac.ro/#x',
    'https://ana@menu.conac.ro',
    'https://',
    'javascript:alert(1)',
    `https://${'x'.repeat(300)}.ro`,
    7,
  ])('rejects %j', async (input) => {
    const response = await setAddress(input)
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, 'publicAddress'])
  })

  it('is the address in QR codes unless PUBLIC_URL is set', async () => {
    await setAddress('https://menu.conac.ro')
    const addresses = (target: typeof server) =>
      target.call('GET', '/api/tables/addresses', undefined, { headers: { cookie: target.owner } })
    expect((await addresses(server)).json()).toMatchObject({ publicUrl: 'https://menu.conac.ro', isFixed: false })
    const change = { publicAddress: 'https://other.example' }
    await behindProxy.call('PATCH', '/api/settings', change, { headers: { cookie: behindProxy.owner } })
    expect((await addresses(behindProxy)).json()).toMatchObject({ publicUrl: 'https://menu.example', isFixed: true })
  })

  it('is the site’s own origin, also where a proxy passes requests on under another host; PUBLIC_URL wins', async () => {
    const login = (target: typeof server, origin: string) => {
      const body = { username: 'nobody', password: 'secret-nobody' }
      return target.call('POST', '/api/login', body, { headers: { host: 'localhost:3000', origin } })
    }
    const codes = async (target: typeof server, origin: string) => (await login(target, origin)).json().code
    await setAddress('https://own.conac.ro')
    await vi.waitFor(async () => expect(await codes(server, 'https://own.conac.ro')).not.toBe('foreign_origin'))
    for (const other of ['http://own.conac.ro', 'https://own.conac.ro:8443', 'https://conac.ro', 'null'])
      expect(await codes(server, other)).toBe('foreign_origin')
    const headers = { host: 'own.conac.ro' }
    expect((await call('own.conac.ro', '/api/menu', headers)).headers).not.toHaveProperty('strict-transport-security')
    const change = { publicAddress: 'https://other.example' }
    await behindProxy.call('PATCH', '/api/settings', change, { headers: { cookie: behindProxy.owner } })
    const named = { headers: { host: 'other.example' } }
    await vi.waitFor(async () => {
      expect((await behindProxy.call('GET', '/api/menu', undefined, named)).statusCode).toBe(200)
    })
    expect(await codes(behindProxy, 'https://other.example')).toBe('foreign_origin')
    expect(await codes(behindProxy, 'https://menu.example')).not.toBe('foreign_origin')
    await setAddress(null)
    await vi.waitFor(async () => expect(await codes(server, 'https://own.conac.ro')).toBe('foreign_origin'))
  })

  it('is visible only to owners', async () => {
    expect((await call('localhost', '/api/settings')).json()).not.toHaveProperty('publicAddress')
  })

  describe('with several instances', () => {
    beforeAll(() => setAddress('https://before.example'))
    const second = secondInstance(server)

    const statuses = async (host: string) => {
      const other = await second.call('GET', '/api/menu', undefined, { headers: { host } })
      return [(await call(host)).statusCode, other.statusCode]
    }

    it('is accepted as host by each instance from the start and after a change on another instance', async () => {
      await vi.waitFor(async () => expect(await statuses('before.example')).toEqual([200, 200]))
      await setAddress('https://after.example')
      await vi.waitFor(async () => expect(await statuses('after.example')).toEqual([200, 200]))
      await vi.waitFor(async () => expect(await statuses('before.example')).toEqual([421, 421]))
    })

    it('cannot be replaced in a request to itself, which would lock the owner out', async () => {
      await setAddress('https://mine.example')
      await vi.waitFor(async () => expect((await call('mine.example')).statusCode).toBe(200))
      for (const next of ['https://other.example', null, '']) {
        const response = await setAddress(next, 'mine.example')
        expect([response.statusCode, response.json().issues]).toEqual([
          400,
          [{ path: 'publicAddress', message: expect.stringContaining('an address of the machine') }],
        ])
      }
      expect((await setAddress('http://mine.example:8080', 'mine.example')).statusCode).toBe(200)
      expect((await setAddress(null, '192.168.1.20:3000')).statusCode).toBe(200)
    })
  })
})
