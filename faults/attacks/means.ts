import { setTimeout as sleep } from 'node:timers/promises'
import type WebSocket from 'ws'
import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import type { joinSession } from '#shared/contracts/shared-sessions.ts'
import { openSocket, request, type Target } from './target.ts'

/** Attacks the server as one anonymous person until `isOver`. */
export type Attack = (target: Target, isOver: () => boolean) => Promise<void>

/** Repeats two combining marks in the wrong order: normalizing such a text takes quadratic time. */
export const combiningMarks = (bytes: number) => '\u0301\u0323'.repeat(bytes / 4)
export const json = JSON.stringify

/** Repeats `work` until `isOver`, in `concurrency` parallel loops. */
export async function repeat(
  concurrency: number,
  isOver: () => boolean,
  work: (i: number) => Promise<unknown>,
): Promise<void> {
  const loop = async (first: number) => {
    for (let i = first; !isOver(); i += concurrency) await work(i)
  }
  await Promise.all(Array.from({ length: concurrency }, (_, first) => loop(first)))
}

export function orderBody({ stock }: Target, more: Record<string, unknown> = {}): string {
  const [dish] = stock.dishes
  const items = [{ menuItemId: dish?.id, quantity: 1 }]
  return json({ items, total: dish?.price, customerName: 'Nobody', phoneNumber: '0712 000 000', ...more })
}

export const post = (body: string, headers: Record<string, string> = {}) => ({ method: 'POST', body, headers })

/** Keeps a number of sockets open, reopens closed ones, and sends frames on each at a constant rate. */
export async function repeatFrames(
  target: Target,
  isOver: () => boolean,
  { sockets, perSecond, cookie = '', first, frame }: FrameSending,
): Promise<void> {
  const open = new Set<WebSocket>()
  const keepOpen = async () => {
    while (!isOver()) {
      const socket = await openSocket(target, cookie)
      if (!socket) {
        await sleep(200)
        continue
      }
      open.add(socket)
      if (first !== undefined) socket.send(first)
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      for (let i = 0; !isOver() && socket.readyState === socket.OPEN; i++) {
        // A server that stops reading must not fill the attacker's memory.
        if (socket.bufferedAmount < 1024 * 1024) socket.send(frame(i))
        await Promise.race([sleep(1000 / perSecond), closed])
      }
      open.delete(socket)
      socket.terminate()
    }
  }
  await Promise.all(Array.from({ length: sockets }, keepOpen))
}

export interface FrameSending {
  sockets: number
  perSecond: number
  cookie?: string
  /** Sent once on each socket. */
  first?: string
  frame(i: number): string
}

/** Joins a shared table. @returns the cookie and the first frame for its sockets; undefined if joining was rejected */
export async function joinTable(target: Target, i = 0) {
  const tableId = target.stock.tables[i % target.stock.tables.length]
  const response = await request(target, '/api/shared-sessions', post(json({ tableId, name: 'Nobody' })))
  if (response?.status !== 201) return undefined
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  const { id: sessionId, participant } = JSON.parse(response.body) as ResponseOf<typeof joinSession>
  return { cookie, first: json({ type: 'JOIN_SESSION', payload: { sessionId, participantId: participant.id } }) }
}
