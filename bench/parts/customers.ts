/** Measures searching and paging many customers, beside the same rows read by plain pg. */
import type pg from 'pg'
import { withClient } from '#server/testing/databases.ts'
import { addCustomers } from '#server/testing/years.ts'
import { phonePart } from '#shared/domain/customers/stored-phone.ts'
import { timed } from '../beside.ts'
import { alternate } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { signInOwner } from '../product.ts'
import type { BenchServers } from './orders.ts'
import { compareAtMost, ms, title } from './report.ts'

const PAGE = 100
const MAX_MS = 100

interface CustomerQuery {
  name: string
  query: Record<string, string>
  /** The SQL condition that finds the same customers. */
  where: string
}

export async function measureCustomers({ product, baseline }: BenchServers, plan: Plan): Promise<void> {
  for (const url of [product.url, baseline.url]) await withClient(url, (client) => addCustomers(client, plan.customers))
  const address = `http://127.0.0.1:${product.port}`
  const cookie = await signInOwner(address)
  const middle = await withClient(product.url, middleCustomer)
  title(
    `A page of ${PAGE} of ${plan.customers.toLocaleString('en')} customers; baseline: one query for the same rows by plain pg`,
  )
  await withClient(baseline.url, async (client) => {
    const queries: CustomerQuery[] = [
      { name: 'first page, newest first', query: {}, where: 'true' },
      { name: 'a page in the middle, by name', query: { sort: 'name', after: middle }, where: 'true' },
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
      const sql = `select * from customers join customer_figures on customer_id = id where merged_into is null and ${where} order by last_order desc limit ${PAGE}`
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

async function middleCustomer(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select id from customers where merged_into is null order by name, id
     offset (select count(*) from customers where merged_into is null) / 2 limit 1`,
  )
  return String(rows[0]?.id)
}
