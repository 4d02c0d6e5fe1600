import dns from 'node:dns/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { removeOver } from '#server/db/index.ts'
import { webhookDeliveries } from '#server/db/schema/index.ts'
import { type Added, HOUR_MS, webhooksFixture } from '#server/testing/webhooks.ts'
import type { JournalEntry } from '#shared/contracts/journal.ts'
import type { Program } from '#shared/contracts/programs.ts'
import type { Webhook } from '#shared/contracts/webhooks.ts'

const { server, db, post, waitFor, listen, placed, list, deliveriesOf, change } = webhooksFixture()

describe('a new secret', () => {
  it('is shown once, and signs beside the old one for 24 hours', async () => {
    const { receiver, webhook } = await listen()
    const path = `/api/webhooks/${webhook.id}`
    const response = await post(`${path}/secret`, {}, 'key')
    const { secret } = response.json<{ secret: string }>()
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(webhook.secret)
    const start = Date.now()
    const signedBy = async (moment: number) => {
      const seen = receiver.headers.length
      server.clock.set(new Date(moment))
      await post(`${path}/test`, {})
      await waitFor(() => expect(receiver.events).toHaveLength(seen + 1))
      return String(receiver.headers.at(-1)?.['webhook-signature']).split(' ').length
    }
    // The receiver still has the old secret.
    expect([await signedBy(start), await signedBy(start + 23 * HOUR_MS), await signedBy(start - 2 * HOUR_MS)]).toEqual([
      2, 2, 2,
    ])
    receiver.secret = secret
    expect([await signedBy(start), await signedBy(start + 25 * HOUR_MS)]).toEqual([2, 1])
    expect(JSON.stringify(await list())).not.toMatch(/whsec_|[sS]ecret/)
    const stored = await db().execute(sql`select response from idempotency_keys where response ~ 'whsec_'`)
    expect(stored.rows).toEqual([])
    expect((await post('/api/webhooks/999/secret', {})).statusCode).toBe(404)
  })
})

describe('deliveries', () => {
  it('are listed with their outcome, and sent again with the same id', async () => {
    const { receiver, webhook } = await listen()
    const path = `/api/webhooks/${webhook.id}`
    expect((await post(`${path}/test`, {})).statusCode).toBe(204)
    await waitFor(() => expect(receiver.types).toEqual(['test']))
    await waitFor(async () => expect((await deliveriesOf(webhook))[0]?.endedAt).toBeTruthy())
    const [delivery] = await deliveriesOf(webhook)
    expect(delivery).toMatchObject({ type: 'test', attempts: 1, responseCode: 204 })
    const again = await post(`${path}/deliveries/${delivery?.id}`, { again: true })
    expect(again.statusCode).toBe(204)
    await waitFor(() => expect(receiver.types).toEqual(['test', 'test']))
    expect(receiver.headers[0]?.['webhook-id']).toBe(receiver.headers[1]?.['webhook-id'])
    const other = await listen()
    const elsewhere = `/api/webhooks/${other.webhook.id}/deliveries/${delivery?.id}`
    expect((await post(elsewhere, { again: true })).statusCode).toBe(404)
  })

  it('end with an address that is turned off, and go with one that is removed', async () => {
    const { receiver, webhook } = await listen()
    receiver.answer = (reply) => reply.writeHead(500).end()
    const { id } = await placed()
    await waitFor(async () => expect((await list())[0]?.failingSince).not.toBeNull())
    await change(id, 2)
    const path = `/api/webhooks/${webhook.id}`
    await server.asOwner('PATCH', path, { isActive: false })
    expect((await deliveriesOf(webhook)).map(({ endedAt }) => endedAt !== null)).toEqual([true, true, true])
    expect((await server.asOwner('DELETE', path)).statusCode).toBe(204)
    expect((await server.asOwner('GET', `${path}/deliveries`)).statusCode).toBe(404)
    await removeOver(db(), server.clock.now(), 'Europe/Bucharest')
    expect(await db().select().from(webhookDeliveries)).toEqual([])
  })

  it('are kept, the newest of each address: so many that have ended, and so many that wait', async () => {
    const { webhook } = await listen()
    const add = (count: number, endedAt: string | null) =>
      db().execute(sql`insert into webhook_deliveries (webhook_id, type, attempted_at, next_attempt_at, ended_at)
        select ${webhook.id}, 'test', '2026-01-01', '2126-01-01', ${endedAt}::timestamptz
        from generate_series(1, ${count}::int)`)
    await add(102, '2026-01-01')
    await add(50_003, null)
    await removeOver(db(), server.clock.now(), 'Europe/Bucharest')
    const { rows } = await db().execute(sql`select ended_at is null as waits, count(*)::int,
      max(id) - min(id) + 1 as span from webhook_deliveries group by 1 order by 1`)
    expect(rows).toEqual([
      { waits: false, count: 100, span: '100' },
      { waits: true, count: 50_000, span: '50000' },
    ])
  })
})

describe('webhooks', () => {
  it('are at most eight, also if several are added at once, each with a secret that is shown once', async () => {
    const add = (i: number) =>
      post('/api/webhooks', { url: `https://192.0.2.${i + 1}`, events: ['day.closed'] }, 'same')
    const responses = await Promise.all(Array.from({ length: 11 }, (_, i) => add(i)))
    const added = responses.filter(({ statusCode }) => statusCode === 201).map((one) => one.json<Added>())
    expect(new Set(added.map(({ secret }) => secret)).size).toBe(8)
    expect((await add(12)).json()).toMatchObject({ code: 'too_many_webhooks' })
    expect(JSON.stringify(await list())).not.toContain('whsec_')
    const stored = await db().execute(sql`select response from idempotency_keys where response ~ 'whsec_'`)
    expect(stored.rows).toEqual([])
  })

  it.each([
    ['ftp://program.example', 'url'],
    ['program.example', 'url'],
    ['javascript:alert(1)', 'url'],
    ['http://169.254.169.254/latest/meta-data', 'url'],
    ['http://[fe80::1]/', 'url'],
    ['http://100.100.100.200/', 'url'],
    ['http://0.0.0.0:3000/', 'url'],
    ['http://no-such-name.invalid/', 'url'],
    ['http://[64:ff9b::169.254.169.254]/', 'url'],
    ['http://[2002:7f00:1::]/', 'url'],
    ['http://user:word@192.0.2.1/', 'url'],
    ['http:/user:word@192.0.2.1/', 'url'],
    ['http:\\\\user:word@192.0.2.1/', 'url'],
  ])('have no address like %s', async (url, path) => {
    const response = await post('/api/webhooks', { url, events: ['day.closed'] })
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, path])
  })

  it.each([
    ['HTTP://PROGRAM.Example:80/A?b=C#d', 'http://program.example/A?b=C'],
    ['https://2130706433:8443', 'https://127.0.0.1:8443/'],
    ['https://program.example:443/%7Emasa/../x', 'https://program.example/x'],
  ])('store %s as it is called, %s', async (url, called) => {
    vi.spyOn(dns, 'lookup').mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never)
    const added = (await post('/api/webhooks', { url, events: ['day.closed'] })).json<Webhook>()
    const path = `/api/webhooks/${added.id}`
    await server.asOwner('PATCH', path, { url: 'https://192.0.2.1' })
    const changed = (await server.asOwner('PATCH', path, { url })).json<Webhook>()
    vi.restoreAllMocks()
    expect([added.url, changed.url, (await list())[0]?.url]).toEqual([called, called, called])
  })

  it('are in the journal by their hosts and whether they are sent personal data, without a path that may be a secret', async () => {
    const url = 'https://192.0.2.1/secret-path?key=1'
    const { id } = (await post('/api/webhooks', { url, events: ['day.closed'] })).json<Program>()
    await server.asOwner('PATCH', `/api/webhooks/${id}`, { personal: true })
    await server.asOwner('PATCH', `/api/webhooks/${id}`, { personal: false })
    await post(`/api/webhooks/${id}/secret`, {})
    await server.asOwner('DELETE', `/api/webhooks/${id}`)
    const { entries } = (await server.asOwner('GET', '/api/journal?limit=5')).json<{ entries: JournalEntry[] }>()
    expect(entries.map(({ kind, details }) => [kind, details])).toEqual([
      ['webhook_removed', { program: '192.0.2.1' }],
      ['webhook_secret', { program: '192.0.2.1' }],
      ['webhook_changed', { program: '192.0.2.1' }],
      ['webhook_changed', { program: '192.0.2.1', personal: true }],
      ['webhook_added', { program: '192.0.2.1' }],
    ])
  })
})
