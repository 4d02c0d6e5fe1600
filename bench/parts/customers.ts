/** Measures searching and paging 100,000 customers, beside the same rows read by plain pg. */
import pg from 'pg'
import { phonePart } from '#shared/domain/customers/phone.ts'
import { alternate } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { signInOwner } from '../product.ts'
import type { BenchServers } from './orders.ts'
import { compareAtMost, ms, title } from './report.ts'

const CUSTOMERS = 100_000
const PAGE = 100
const MAX_MS = 100

interface CustomerQuery {
  name: string
  query: Record<string, string>
  /** The SQL condition that finds the same customers. */
  where: string
}

export async function measureCustomers({ product, baseline }: BenchServers, plan: Plan): Promise<void> {
  for (const url of [product.url, baseline.url]) await withClient(url, addCustomers)
  const address = `http://127.0.0.1:${product.port}`
  const cookie = await signInOwner(address)
  title(
    `A page of ${PAGE} of ${CUSTOMERS.toLocaleString('en')} customers; baseline: one query for the same rows by plain pg`,
  )
  await withClient(baseline.url, async (client) => {
    const queries: CustomerQuery[] = [
      { name: 'first page, newest first', query: {}, where: 'true' },
      { name: 'a page in the middle, by name', query: { sort: 'name', after: '60000' }, where: 'true' },
      { name: 'search by name', query: { q: 'Țurcanu Ștefan' }, where: "search_text like '%turcanu stefan%'" },
      {
        name: 'search by part of a number',
        query: { q: '0745 12' },
        where: `phone_number like '%${phonePart('0745 12')}%'`,
      },
      { name: 'search for nobody', query: { q: 'nobody' }, where: "search_text like '%nobody%'" },
    ]
    for (const { name, query, where } of queries) {
      const url = `${address}/api/customers?${new URLSearchParams({ ...query, limit: String(PAGE) })}`
      const sql = `select * from customers where merged_into is null and ${where} order by last_order desc limit ${PAGE}`
      const request = async () => {
        const response = await fetch(url, { headers: { cookie } })
        if (response.status !== 200) throw new Error(`customers got the status ${response.status}`)
        await response.arrayBuffer()
      }
      const rounds = plan.rounds * 6
      await request()
      await client.query(sql)
      const compared = await alternate(
        rounds,
        () => timed(request),
        () => timed(() => client.query(sql)),
      )
      compareAtMost(name, compared, ms, MAX_MS)
    }
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Inserts customers like those of many years: a few names, distinct numbers, some with an e-mail address. */
async function addCustomers(client: pg.Client): Promise<void> {
  await client.query(
    `insert into customers (name, phone_number, email, search_text, order_count, total_spent, first_order, last_order, created_at, updated_at)
     select name, number, email, lower(translate(name, 'ăâîșțȘȚ', 'aaistST')) || ' ' || number || ' ' || coalesce(email, ''),
       i % 40, (i % 40) * 5700, at - interval '1 year', at, at, at
     from generate_series(1, ${CUSTOMERS}) i
     cross join lateral (select now() - i * interval '17 minutes' as at) moment
     cross join lateral (select '407450' || lpad(i::text, 6, '0') as number,
       case when i % 3 = 0 then 'guest' || i || '@example.com' end as email) reached
     cross join lateral (select (array['Popescu', 'Ionescu', 'Țurcanu', 'Gavrilă', 'Bălan', 'Rusu', 'Dobre'])[1 + i % 7]
       || ' ' || (array['Ana', 'Ștefan', 'Mihai', 'Ioana', 'Răzvan', 'Zoița', 'Dan', 'Elena', 'Vlad', 'Oana', 'Ilinca'])[1 + i % 11] as name) named
     on conflict do nothing`,
  )
  await client.query('analyze customers')
}
