import { connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  port: number
  /** From now on nothing gets through, and nothing is closed: as when a phone leaves the Wi-Fi. */
  cut(): void
  /** New connections get through again; those that were cut stay dead. */
  mend(): void
  /** Ends all connections; new ones get through. */
  reset(): void
  close(): Promise<void>
}

/** A network cable to a server on this machine that a test can cut. */
export async function proxyTo(port: number): Promise<Proxy> {
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    ends.add(near)
    near.on('error', () => near.destroy())
    if (isCut) {
      near.pause()
      return
    }
    const far = connect(port, '127.0.0.1')
    ends.add(far)
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut() {
      isCut = true
      for (const end of ends) end.unpipe().pause()
    },
    mend() {
      isCut = false
    },
    reset() {
      isCut = false
      for (const end of ends) end.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        for (const end of ends) end.destroy()
        server.close(() => resolve())
      }),
  }
}
