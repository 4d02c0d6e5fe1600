import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Restaurant } from './fixtures.ts'

/**
 * A network that does each change of a guest, and loses its first answer.
 * @param missing a path that it never finds, such as that of a script
 */
export async function losingNetwork({ url }: Pick<Restaurant, 'url'>, missing?: string) {
  const lost = new Set<string>()
  const proxy = createServer((received, answer) => {
    const { method, headers } = received
    if (missing && received.url?.startsWith(missing)) return answer.writeHead(404).end()
    const onward = httpRequest(new URL(received.url ?? '/', url), { method, headers }, (response) => {
      const key = `${received.url} ${response.headers.location ? 'done' : response.statusCode}`
      if (method === 'POST' && !lost.has(key)) {
        lost.add(key)
        response.resume().on('end', () => received.socket.destroy())
        return
      }
      // On a connection that was used before, a browser would send the request again by itself.
      answer.writeHead(response.statusCode ?? 502, { ...response.headers, connection: 'close' })
      response.pipe(answer)
    })
    onward.on('error', () => received.socket.destroy())
    received.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
