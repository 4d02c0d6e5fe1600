import { type Attack, json, post, repeat, repeatFrames } from './means.ts'
import { request } from './target.ts'

export const CALLS_EVERYWHERE = 'calls for the waiter and the bill at every table'
/** One address may have open calls at this many tables, and no more. */
export const MAX_CALLING_TABLES = 8

export const callAttacks = {
  async [CALLS_EVERYWHERE](target, isOver) {
    const tables = JSON.parse((await request(target, '/api/tables'))?.body ?? '[]') as { id: number }[]
    await repeat(20, isOver, (i) => {
      const kind = i % 3 === 0 ? 'bill' : 'waiter'
      return request(target, `/api/tables/${tables[i % tables.length]?.id}/calls`, post(json({ kind })))
    })
  },

  'frames that watch other guests’ calls': (target, isOver) => {
    const frame = (i: number) => json({ type: 'WATCH_CALL', payload: { id: (i % 900) + 1, token: 'guessed' } })
    return repeatFrames(target, isOver, { sockets: 100, perSecond: 20, frame })
  },
} satisfies Record<string, Attack>
