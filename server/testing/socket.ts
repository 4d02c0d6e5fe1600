import { once } from 'node:events'
import { expect, vi } from 'vitest'
import WebSocket from 'ws'
import type { ServerFrame } from '#shared/contracts/live.ts'

/** A timeout that is long enough for a loaded machine. */
export const WAIT_OPTIONS = { timeout: 10_000 }

/** A socket with its received frames. */
export interface TestSocket {
  socket: WebSocket
  frames: ServerFrame[]
  /** All frames except heartbeats. */
  receivedFrames: () => ServerFrame[]
  /** Waits until the socket has received all of these frames, among others. */
  waitForFrames: (...frames: object[]) => Promise<void>
  /** Waits until the server has read all frames sent so far. */
  allRead: () => Promise<void>
  /** The close code; undefined while the socket is open. */
  closeCode: () => number | undefined
}

/** Opens a socket to a server and waits for the first heartbeat. */
export async function openTestSocket(
  url: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<TestSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, { headers })
  const frames: ServerFrame[] = []
  let code: number | undefined
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  socket.on('close', (closeCode) => {
    code = closeCode
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const receivedFrames = () => frames.filter(({ type }) => type !== 'HEARTBEAT')
  const waitForFrames = (...expected: object[]) =>
    vi.waitFor(() => expect(frames).toEqual(expect.arrayContaining(expected)), WAIT_OPTIONS)
  await waitForFrames({ type: 'HEARTBEAT' })
  // The server answers a ping after the frames before it were read.
  const allRead = async () => {
    const answered = once(socket, 'pong')
    socket.ping()
    await answered
  }
  return { socket, frames, receivedFrames, waitForFrames, allRead, closeCode: () => code }
}
