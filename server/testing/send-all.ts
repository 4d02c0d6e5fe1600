import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Waits until a socket has closed, also after an error: `once` of node:events would reject with the socket's error. */
export const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

/** Sends everything before it reads a byte, as browsers do. @returns the response */
export async function sendAll(port: number, head: string, body: Iterable<Buffer | string>): Promise<string> {
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
  })
  socket.resume()
  if (!socket.destroyed) await Promise.race([once(socket, 'end').catch(() => {}), closing(socket)])
  socket.destroy()
  return error ? `${error.message} ${received}` : received
}
