/** As little server as there can be: what the load generator itself can ask for in a second. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCalls } from '../calls.ts'

const calls = {
  listen: async () => {
    const server = createServer((_, response) => response.writeHead(200, { 'content-length': 1 }).end('x'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  },
}
export type OneByteCalls = typeof calls
answerCalls(calls)
