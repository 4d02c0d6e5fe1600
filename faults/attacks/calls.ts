import { type Attack, json, post, repeat, repeatFrames } from './means.ts'
import { request } from './target.ts'

export const callAttacks = {
  'calls for the waiter and the bill at every table': (target, isOver) =>
    repeat(20, isOver, (i) => {
      const table = target.stock.tables[i % target.stock.tables.length]
      const kind = i % 3 === 0 ? 'bill' : 'waiter'
      return request(target, `/api/tables/${table}/calls`, post(json({ kind, tableKey: `guess${i}` })))
    }),

  'frames that watch other guests’ calls': (target, isOver) => {
    const frame = (i: number) => json({ type: 'WATCH_CALL', payload: { id: (i % 900) + 1, token: 'guessed' } })
    return repeatFrames(target, isOver, { sockets: 100, perSecond: 20, frame })
  },

  'all sockets of an address that watch orders and calls': (target, isOver) => {
    const frame = (i: number) =>
      i % 2 === 0
        ? json({ type: 'WATCH_ORDER', payload: { orderId: (i % 900) + 1, token: 'guessed' } })
        : json({ type: 'WATCH_CALL', payload: { id: (i % 900) + 1, token: 'guessed' } })
    return repeatFrames(target, isOver, { sockets: 900, perSecond: 20, frame })
  },
} satisfies Record<string, Attack>
