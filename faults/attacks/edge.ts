import { type Attack, post, repeat } from './means.ts'
import { request } from './target.ts'

export const edgeAttacks = {
  'Host headers that are not the server’s': (target, isOver) =>
    repeat(30, isOver, (i) => {
      const host = i % 2 === 0 ? `x${i}.evil.example` : `10.${i % 250}.${(i >> 8) % 250}.1:${i % 60_000}`
      return request(target, ['/menu', '/api/menu', '/api/settings'][i % 3] ?? '', { headers: { host } })
    }),

  'Host headers as long as a header may be': (target, isOver) => {
    const headers = { host: `${'x.'.repeat(6_000)}example` }
    return repeat(20, isOver, (i) =>
      request(target, i % 2 === 0 ? '/api/menu' : '/api/orders', i % 2 === 0 ? { headers } : post('{}', headers)),
    )
  },
} satisfies Record<string, Attack>
