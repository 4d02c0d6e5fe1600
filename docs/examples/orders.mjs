// Prints open and new orders every five seconds. Needs a token with orders:read.
import { setTimeout as wait } from 'node:timers/promises'

const { MASA_URL, MASA_TOKEN } = process.env
const seen = new Set()

for (;;) {
  const response = await fetch(`${MASA_URL}/api/orders`, { headers: { authorization: `Bearer ${MASA_TOKEN}` } })
  const body = await response.json()
  if (!response.ok) throw new Error(`${body.code}: ${body.message}`)
  for (const { id, status, total, currency, items } of body.reverse()) {
    if (seen.has(id)) continue
    seen.add(id)
    console.log(`Order ${id} (${status}): ${(total / 100).toFixed(2)} ${currency}`)
    for (const { quantity, name } of items) console.log(`  ${quantity} × ${name}`)
  }
  await wait(5000)
}
