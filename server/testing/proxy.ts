import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a socket has closed, even with an error: `once` of node:events would reject with that error. */
export const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

/** Sends everything before it reads a byte, as browsers do. @param end of the response @returns the response */
export async function sendAll(
  port: number,
  head: string,
  body: Iterable<Buffer | string>,
  end: RegExp,
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  let error: Error | undefined
  socket.on('error', (socketError) => {
    error = socketError
  })
  socket.write(head)
  for (const part of body) {
    if (!socket.write(part) && !error) await Promise.race([once(socket, 'drain').catch(() => {}), closing(socket)])
  }
  let received = ''
  socket.on('data', (data) => {
    received += data
    if (end.test(received)) socket.end()
  })
  socket.resume()
  if (!socket.destroyed) await Promise.race([once(socket, 'end').catch(() => {}), closing(socket)])
  socket.destroy()
  return error ? `${error.message} ${received}` : received
}

export const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** The proxy before several instances in this run; titles and output of tests contain it. */
export const PROXY_NAME = hasNginx ? 'nginx with deploy/nginx.conf' : 'a small proxy of the tests, as there is no nginx'

/** The line of deploy/nginx.conf with the address of the one instance. */
const UPSTREAM = /^( *server )127\.0\.0\.1:3000( .*;)$/m
const START_TIMEOUT_MS = 10_000

export function deployFile(name: string): string {
  return readFileSync(path.join(import.meta.dirname, '..', '..', 'deploy', name), 'utf8')
}

/** deploy/nginx.conf for ports of this machine, on IPv4. @param instances host and port of each */
export function nginxSite(ports: { http: number; https: number }, instances: readonly string[]): string {
  return deployFile('nginx.conf')
    .replace(/^.*\[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${ports.https} ssl;`)
    .replace(UPSTREAM, (_, before: string, after: string) =>
      instances.map((instance) => `${before}${instance}${after}`).join('\n'),
    )
}

/** Starts nginx with one site, and waits until it accepts connections on a port. @throws what `nginx -t` says */
export async function startNginx(site: string, port: number): Promise<{ end(): Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-nginx-'))
  // If it is started as root, nginx runs as another user.
  chmodSync(folder, 0o711)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `pid nginx.pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${site}\n}`,
  )
  const args = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', 'stderr']
  const { status, stderr } = spawnSync('nginx', [...args, '-t'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const nginx = spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'ignore' })
  const exited = once(nginx, 'exit')
  const end = async () => {
    nginx.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true })
  }
  for (const began = Date.now(); !(await isListening(port)); await sleep(20)) {
    if (Date.now() - began < START_TIMEOUT_MS && nginx.exitCode === null) continue
    await end()
    throw new Error('nginx does not accept connections')
  }
  return { end }
}

/** A proxy in front of several instances, over plain HTTP. */
interface TestProxy {
  url: string
  close(): Promise<void>
}

/** Opens nginx with deploy/nginx.conf before these instances if it is installed, else a small proxy. */
export async function openProxy(urls: readonly string[]): Promise<TestProxy> {
  const instances = urls.map((url) => new URL(url).host)
  return hasNginx ? openNginx(instances) : openSmallProxy(instances)
}

async function openNginx(instances: readonly string[]): Promise<TestProxy> {
  const ports = { http: await freePort(), https: await freePort() }
  // The phones of the tests know no certificate.
  const site = nginxSite(ports, instances)
    .replace(' ssl;', ';')
    .replace(/^ *ssl_.*\n/gm, '')
  const nginx = await startNginx(site, ports.https)
  return { url: `http://127.0.0.1:${ports.https}`, close: nginx.end }
}

/** Forwards each connection to the next instance that accepts it; if one end closes, so does the other. */
async function openSmallProxy(instances: readonly string[]): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  let turn = 0
  // Each connection tries the instances in its own order: concurrent connections must not skip an instance for it.
  function forward(guest: Socket, first: number, tries = 0): void {
    if (tries === instances.length || guest.destroyed) return void guest.destroy()
    const [host, port] = instances[(first + tries) % instances.length]?.split(':') ?? []
    const instance = connect(Number(port), host)
    let isConnected = false
    sockets.add(instance)
    instance.on('error', () => {})
    instance.on('connect', () => {
      isConnected = true
      guest.pipe(instance).pipe(guest)
      guest.on('close', () => instance.destroy())
    })
    instance.on('close', () => {
      sockets.delete(instance)
      if (isConnected) guest.destroySoon()
      else forward(guest, first, tries + 1)
    })
  }
  const server = createServer((guest) => {
    sockets.add(guest)
    guest.on('error', () => {})
    guest.on('close', () => sockets.delete(guest))
    forward(guest, turn++)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A TCP port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
