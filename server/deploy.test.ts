import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { takeaway, testServer } from '#server/testing/app.ts'
import { declaredEndpoints } from '#server/testing/endpoints.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { deployFile, freePort, hasNginx, nginxSite, startNginx } from '#server/testing/proxy.ts'
import { MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'

const fixture = (name: string) => path.join(import.meta.dirname, 'testing', 'fixtures', 'certificates', name)
const HOST = 'menu.example.ro'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('the example files for proxies', () => {
  it.each([
    ['nginx.conf', /^ *proxy_set_header X-Forwarded-For \$remote_addr;$/m],
    ['nginx.conf', /^ *proxy_set_header X-Forwarded-Proto \$scheme;$/m],
    ['nginx.conf', /^ *proxy_set_header X-Forwarded-Host \$http_host;$/m],
    ['nginx.conf', /^ *proxy_set_header Upgrade \$http_upgrade;$/m],
    ['nginx.conf', /^ *add_header Strict-Transport-Security "max-age=31536000" always;$/m],
    ['Caddyfile', /^\t*header_up X-Forwarded-For \{remote_host\}$/m],
    ['Caddyfile', /^\t*header_up X-Forwarded-Proto \{scheme\}$/m],
    ['Caddyfile', /^\t*header_up X-Forwarded-Host \{hostport\}$/m],
    ['Caddyfile', /^\t*header_down Strict-Transport-Security "max-age=31536000"$/m],
  ])('%s contains the setting %s', (file, line) => {
    expect(deployFile(file)).toMatch(line)
  })

  it('log no path that contains a secret, and nowhere a query or the page that a request comes from', () => {
    const paths = ['/reserve/:token', ...declaredEndpoints.map(({ path }) => path)]
    const secret = [...new Set(paths.flatMap((path) => /^(.*?):(?:token|word)/.exec(path)?.[1] ?? []))].sort()
    expect(secret.length).toBeGreaterThan(3)
    const nginx = deployFile('nginx.conf')
    const [, inNginx = '', unlogged = ''] = /^ *location ~ \^\(\?:(.*)\) \{\n([^}]*)\}/m.exec(nginx) ?? []
    expect(inNginx.split('|').sort()).toEqual(secret)
    // The log of errors has the path of a request that reached no instance.
    expect(unlogged.match(/\w+_log \S+( crit)?;/g)).toEqual(['access_log off;', 'error_log /dev/null crit;'])
    const format = /^log_format masa .*$/m.exec(nginx)?.[0]
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/)
    const logs = nginx.match(/^ *access_log .*$/gm)?.map((line) => line.trim())
    expect(logs).toEqual(['access_log off;', 'access_log /var/log/nginx/access.log masa;', 'access_log off;'])
    // Caddy logs no requests until somebody adds it.
    const caddy = deployFile('Caddyfile')
    expect(caddy).not.toMatch(/^\s*log\b/m)
    const inCaddy = /^\t# @secret path (.*)$/m.exec(caddy)?.[1]?.split(' ')
    expect(inCaddy?.sort()).toEqual(secret.map((path) => `${path}*`))
  })

  it('allow bodies as large as Masa accepts', () => {
    const sizes = ['nginx.conf', 'Caddyfile'].map((file) =>
      /(?:client_max_body_size|max_size) (\d+)/.exec(deployFile(file)),
    )
    for (const size of sizes) expect(Number(size?.[1]) * 1024 * 1024).toBeGreaterThan(MAX_IMAGE_BYTES + 1024 * 1024)
    expect(Number(/proxy_read_timeout (\d+)s/.exec(deployFile('nginx.conf'))?.[1])).toBeGreaterThan(30)
  })
})

describe('the example files for a server', () => {
  it('the unit protects the rest of the machine, and lets Node compile and Masa end', () => {
    const unit = deployFile('masa.service')
    for (const line of ['User=masa', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'KillMode=mixed'])
      expect(unit.split('\n')).toContain(line)
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m)
    // The wait is longer than the 15 s after which Masa gives up.
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(15)
  })

  it.runIf(hasSystemd)(
    'the unit is accepted by systemd (only where systemd is installed), and is well protected',
    () => {
      const unit = path.join(import.meta.dirname, '..', 'deploy', 'masa.service')
      const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
      expect([verified.status, verified.stderr]).toEqual([0, ''])
      const rated = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
      const exposure = Number(/Overall exposure level for masa.service: ([\d.]+)/.exec(rated.stdout)?.[1])
      // The scale ends at 10; without the restrictions the value is 9.2.
      expect(exposure).toBeLessThan(2.5)
    },
  )

  it('docs/running.md describes each setting in masa.env', () => {
    const guide = readFileSync(path.join(import.meta.dirname, '..', 'docs', 'running.md'), 'utf8')
    const names = [...deployFile('masa.env').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => String(name))
    expect(names).toContain('PUBLIC_URL')
    expect(names.filter((name) => !guide.includes(`\`${name}`))).toEqual([])
  })
})

describe.runIf(hasNginx)('nginx with deploy/nginx.conf (only if nginx is installed)', () => {
  const server = testServer({ publicUrl: `https://${HOST}`, trustProxy: 'loopback', guestWritesPerMinute: 2 })
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let ports: { http: number; https: number }

  beforeAll(async () => {
    const masa = new URL(await listenUrl(server.app)).host
    ports = { http: await freePort(), https: await freePort() }
    const site = nginxSite(ports, [masa])
      .replace(/\/etc\/letsencrypt\S+fullchain.pem/, fixture('first.cert.pem'))
      .replace(/\/etc\/letsencrypt\S+privkey.pem/, fixture('first.key.pem'))
    nginx = await startNginx(site, ports.https)
  })
  afterAll(() => nginx.end())

  interface CallOptions {
    method?: string
    headers?: Record<string, string>
    body?: string | Buffer
    send?: typeof request
  }

  function call(url: string, { method = 'GET', headers = {}, body, send = request }: CallOptions = {}) {
    const port = send === request ? ports.https : ports.http
    const options = { host: '127.0.0.1', port, path: url, method, rejectUnauthorized: false, agent: false as const }
    return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
      (resolve, reject) => {
        const clientRequest = send({ ...options, headers: { host: HOST, ...headers } }, async (response) => {
          let text = ''
          for await (const chunk of response) text += chunk
          resolve({ status: response.statusCode, headers: response.headers, body: text })
        })
        clientRequest.on('error', reject)
        clientRequest.end(body)
      },
    )
  }

  it('redirects a guest from http to https', async () => {
    const moved = await call('/menu?table=5', { send: plainRequest })
    expect([moved.status, moved.headers.location]).toEqual([308, `https://${HOST}/menu?table=5`])
    const tables = await call('/api/tables')
    expect([tables.status, tables.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
    expect(String(tables.headers['set-cookie'])).toContain('Secure')
  })

  it('overwrites forwarding headers that a caller sends', async () => {
    const spoofed = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'for=1.1.1.1;host=evil',
    }
    expect((await call('/api/tables', { headers: spoofed })).status).toBe(200)
    expect((await call('/api/tables', { headers: { host: 'evil.example', 'x-forwarded-host': HOST } })).status).toBe(
      421,
    )
    const order = async (from: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, origin: `https://${HOST}` }
      return (await call('/api/orders', { method: 'POST', headers, body: JSON.stringify(takeaway(server)) })).status
    }
    expect([await order('1.1.1.1'), await order('2.2.2.2'), await order('3.3.3.3')]).toEqual([201, 201, 429])
  })

  it('forwards a WebSocket', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${ports.https}/ws`, {
      rejectUnauthorized: false,
      headers: { host: HOST, origin: `https://${HOST}` },
    })
    await once(socket, 'open')
    socket.close()
  })

  it('forwards an upload of the maximum size, so that Masa’s 401 reaches the caller', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const sent = { method: 'POST', headers, body: Buffer.alloc(MAX_IMAGE_BYTES + 1000) }
    const response = await call('/api/menu/1/image', sent)
    expect([response.status, JSON.parse(response.body).code]).toEqual([401, 'unauthorized'])
  })
})
