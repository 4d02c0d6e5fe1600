// Prints each closed day: a program that hears of events. MASA_SECRET is the secret of its address, PORT its port.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { MASA_SECRET, PORT } = process.env
const key = Buffer.from(MASA_SECRET.slice('whsec_'.length), 'base64')
const seen = new Set()

function isFromMasa(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature = '' } = headers
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  // While an old secret signs too, there are two.
  const isSame = (one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), Buffer.from(expected))
  return signature.split(' ').some(isSame) && Math.abs(Date.now() / 1000 - at) < 300
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const text of request.setEncoding('utf8')) body += text
  const isGenuine = isFromMasa(request.headers, body)
  response.writeHead(isGenuine ? 204 : 401).end()
  const id = request.headers['webhook-id']
  if (!isGenuine || seen.has(id)) return
  seen.add(id)
  const { type, data } = JSON.parse(body)
  if (type !== 'day.closed') return
  console.log(`Day ${data.number} (${data.currency})`)
  for (const { name, amount } of data.methods) console.log(`  ${name}: ${(amount / 100).toFixed(2)}`)
})
server.listen(Number(PORT))
