import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, orderBody, post, repeat } from './means.ts'
import { openConnection, request, type Target } from './target.ts'

/** The text of a request, for a connection that sends many without waiting for responses. */
function requestText(line: string, headers: string[] = [], body = ''): string {
  const ofBody = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  return [`${line} HTTP/1.1`, 'Host: localhost', ...ofBody, ...headers, '', body].join('\r\n')
}

/** Sends text on a new connection, so many bytes at a time, waits until the server cuts it, and then a little longer. */
async function sendText(target: Target, isOver: () => boolean, text: string, bytes = 65_536): Promise<void> {
  const connection = await openConnection(target)
  for (let at = 0; connection && at < text.length && !connection.destroyed && !isOver(); at += bytes) {
    if (!connection.write(text.slice(at, at + bytes)) || bytes < 65_536) await sleep(1)
  }
  while (connection && !connection.destroyed && !isOver()) await sleep(10)
  connection?.destroy()
  await sleep(200)
}

const UPGRADE = [
  ...['Connection: Upgrade', 'Upgrade: websocket'],
  ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
]

export const edgeAttacks = {
  '100,000 requests on one connection': (target, isOver) => {
    const text = requestText('GET /menu').repeat(100_000)
    return repeat(1, isOver, () => sendText(target, isOver, text))
  },

  'connections of many requests of all kinds': (target, isOver) => {
    const upgrade = requestText('GET /ws', UPGRADE)
    const texts = [
      requestText('POST /api/orders', [], orderBody(target)).repeat(1_000),
      requestText('GET /api/menu').repeat(5_000),
      requestText('GET /static/missing.js', ['Expect: x', 'Upgrade: h2c']).repeat(5_000),
      requestText('GET /api/tables') + upgrade + requestText('GET /menu').repeat(5_000),
      upgrade + requestText('GET /menu').repeat(5_000),
      'GET /menu HTTP/1.1\r\n\r\n'.repeat(5_000),
    ]
    return repeat(4, isOver, (i) => sendText(target, isOver, texts[i % texts.length] ?? '', i % 2 ? 200 : undefined))
  },

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
