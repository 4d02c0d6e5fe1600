import { connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  port: number
  /** Stops forwarding without closing any connection, as when a phone leaves the Wi-Fi. */
  blockAll(): void
  /** Forwards new connections again; those blocked before stay blocked. */
  allowNewConnections(): void
  /** Closes all connections; forwards new ones. */
  closeConnections(): void
  close(): Promise<void>
}

/** A TCP proxy to a server on this machine, which a test can interrupt. */
export async function startProxy(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  let isBlocked = false
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    if (isBlocked) {
      client.pause()
      return
    }
    const upstream = connect(port, '127.0.0.1')
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    blockAll() {
      isBlocked = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    allowNewConnections() {
      isBlocked = false
    },
    closeConnections() {
      isBlocked = false
      for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
