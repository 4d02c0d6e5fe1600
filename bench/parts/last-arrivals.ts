import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { WebSocket } from 'ws'

/** Opens sockets until there are `count`. */
export async function openUntil(count: number, sockets: WebSocket[], open: () => WebSocket): Promise<void> {
  const added = Array.from({ length: count - sockets.length }, open)
  sockets.push(...added)
  await Promise.all(added.map((socket) => once(socket, 'open')))
}

interface Messages<Key> {
  count: number
  aSecond: number
  /** Sends one message. @returns the key that `keyOf` finds in its frame */
  send: () => Promise<Key>
  /** Undefined for other frames. */
  keyOf: (frame: string) => Key | undefined
}

/** Sends at a constant rate. @returns for each message the milliseconds from sending to the last socket's receipt */
export async function lastArrivals<Key>(
  sockets: readonly WebSocket[],
  { count, aSecond, send, keyOf }: Messages<Key>,
): Promise<number[]> {
  const received = new Map<Key, { times: number; lastAt: number }>()
  const onMessage = (data: WebSocket.RawData) => {
    const key = keyOf(String(data))
    if (key === undefined) return
    received.set(key, { times: (received.get(key)?.times ?? 0) + 1, lastAt: performance.now() })
  }
  for (const socket of sockets) socket.on('message', onMessage)
  const began = performance.now()
  const sending: Promise<[Key, number]>[] = []
  for (let n = 0; n < count; n++) {
    await setTimeout(Math.max(0, began + (n * 1000) / aSecond - performance.now()))
    const sentAt = performance.now()
    sending.push(send().then((key) => [key, sentAt]))
  }
  const sent = await Promise.all(sending)
  const isComplete = () => sent.every(([key]) => received.get(key)?.times === sockets.length)
  for (let attempt = 0; !isComplete() && attempt < 100; attempt++) await setTimeout(50)
  for (const socket of sockets) socket.off('message', onMessage)
  if (!isComplete()) throw new Error('not every socket received every message')
  return sent.map(([key, sentAt]) => (received.get(key)?.lastAt ?? Number.NaN) - sentAt)
}
