import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#shared/domain/time/local-time.ts'
import { poolOf } from './db/connect.ts'
import { foldTotals } from './modules/orders/index.ts'
import { testServer } from './testing/app.ts'
import { businessDay } from './testing/business-day.ts'
import { type People, signInPeople } from './testing/users.ts'
import { addYears } from './testing/years.ts'

const server = testServer()
const ORDERS = 20_000
const CUSTOMERS = 5_000
/** The most rows of a table that one statement may read: a page has 200, and the list of the newest customers 1,000. */
const MAX_ROWS = 1_200

interface Statement {
  text: string
  values: unknown[]
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

let client: pg.Client
let people: People
/** The statements that the server has sent since the list was last emptied. */
const sent: Statement[] = []

/** Records every statement of a pool that is sent outside a transaction, as all statements of these pages are. */
function recordStatements(pool: pg.Pool | undefined): void {
  if (!pool) throw new Error('no pool')
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown
  pool.query = ((config: Partial<Statement>, values?: unknown[], ...rest: unknown[]) => {
    sent.push({ text: config.text ?? '', values: values ?? config.values ?? [] })
    return query(config, values, ...rest)
  }) as typeof pool.query
}

beforeAll(async () => {
  client = new pg.Client({
    connectionString: server.connection.server.url(),
    options: '-c session_replication_role=replica -c max_parallel_workers_per_gather=0',
  })
  await client.connect()
  await addYears(client, { orders: ORDERS, customers: CUSTOMERS })
  // An order of today with the lowest id, as the sample's in a bench: the ids alone say what is summed.
  await client.query('update orders set created_at = now() where id = (select min(id) from orders)')
  // All orders at tables were at this one; with as many at each table, a restaurant would have millions.
  await client.query(
    "update orders set ended_at = updated_at, table_id = case when dining_option = 'dine-in' then $1::bigint end",
    [server.table],
  )
  await client.query('vacuum (analyze) orders')
  await foldTotals(server.connection.db)
  people = await signInPeople(server)
  recordStatements(poolOf(server.connection.db))
  recordStatements(poolOf(server.connection.reports))
})

afterAll(() => client.end())

/** The rows of orders, lines and customers that a statement reads, whether it uses them or not. */
async function rowsRead({ text, values }: Statement): Promise<number> {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values)
  const count = (node: PlanNode): number => {
    const isCounted = ['orders', 'order_items', 'customers'].includes(node['Relation Name'] ?? '')
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    const own = isCounted ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0
    return own + (node.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
  }
  return count(rows[0]?.['QUERY PLAN'][0].Plan)
}

/** An order in the middle of the history, the customer with the most orders, and a customer in the middle of the list. */
async function middle() {
  const { rows } = await client.query(
    `select (select (min(id) + max(id)) / 2 from orders) as order,
      (select customer_id from orders group by 1 having count(customer_id) > 0 order by count(*) desc limit 1) as regular,
      id as customer, '0' || substr(phone_number, 3) as phone,
      substr(phone_number, 5, 5) as part from customers order by id offset ${CUSTOMERS / 2} limit 1`,
  )
  const [row] = rows as { order: string; regular: string; customer: string; phone: string; part: string }[]
  return { ...row, table: String(server.table) }
}

/** Requests a page until no work of each minute has sent statements meanwhile. @returns its statements */
async function statementsOf(url: string, maxStatements: number, person: keyof People): Promise<Statement[]> {
  const answer = async () => {
    sent.length = 0
    const response = await server.call('GET', url, undefined, { headers: { cookie: people[person] } })
    expect([response.statusCode, response.body.slice(0, 100)]).toEqual([200, expect.anything()])
    return sent.splice(0)
  }
  let statements = await answer()
  for (let i = 0; i < 3 && statements.length > maxStatements; i++) statements = await answer()
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.length).toBeLessThanOrEqual(maxStatements)
  return statements
}

async function expectFewRows(statements: readonly Statement[], maxRows = MAX_ROWS): Promise<void> {
  for (const statement of statements)
    expect([statement.text, await rowsRead(statement)]).toEqual([
      statement.text,
      expect.toSatisfy((rows: number) => rows <= maxRows),
    ])
}

const today = businessDay(new Date())
const monthAgo = addDays(today, -30)

describe(`with ${ORDERS} orders and ${CUSTOMERS} customers, no statement reads more than its page`, () => {
  it.each<[page: string, url: string, maxStatements: number, person?: keyof People]>([
    // The statements of each page: lines and prints are read for 50 orders at a time. One reads the session.
    ['the board', '/api/orders', 11],
    ['a page of orders', '/api/orders?before={order}', 10],
    ['a page of one status', '/api/orders?status=completed&before={order}', 10],
    ['orders of a customer', '/api/orders?customerId={regular}&before={order}', 10],
    ['a search for a frequent text', '/api/orders?q=Masa', 10],
    ['a search for one e-mail address', '/api/orders?q=guest501@', 4],
    ['a search for nobody', '/api/orders?q=nobody', 2],
    ['a search for two letters of nobody', '/api/orders?q=zx', 2],
    ['a search for a number', '/api/orders?q=%23{order}', 4],
    ['a search for a phone number', '/api/orders?q={phone}', 4],
    ['a search for a part of a phone number', '/api/orders?q={part}', 4],
    ['the summary', '/api/summary', 3],
    ['the newest customers', '/api/customers', 3],
    ['customers by name', '/api/customers?sort=name&after={customer}', 4],
    ['customers by last order', '/api/customers?sort=lastOrder&after={customer}', 4],
    ['customers by orders', '/api/customers?sort=orderCount&after={customer}', 4],
    ['customers by amount', '/api/customers?sort=totalSpent&direction=asc&after={customer}', 4],
    ['a search for a frequent customer', '/api/customers?q=Ștefan', 3],
    ['a search for one customer', '/api/customers?q={phone}', 3],
    ['a search for no customer', '/api/customers?q=nobody', 3],
    ['one customer', '/api/customers/{regular}', 8],
    ['the board, to staff', '/api/orders', 3, 'kitchen'],
    ['the first orders to be cooked', '/api/orders?toCook=oldest&limit=24', 4, 'kitchen'],
    ['a page of orders, to staff', '/api/orders?limit=200', 2, 'floor'],
    ['a page of one status, to staff', '/api/orders?status=completed', 2, 'floor'],
    ['the floor', '/api/floor', 4, 'floor'],
    ['the bill of a table', '/api/tables/{table}/bill', 3, 'floor'],
    ['a report of a month', `/api/reports?from=${monthAgo}&to=${today}`, 15],
  ])('%s', async (_, template, maxStatements, person = 'owner') => {
    const ids = await middle()
    const url = template.replace(/\{(\w+)\}/g, (_match, name: keyof typeof ids) => String(ids[name]))
    await expectFewRows(await statementsOf(url, maxStatements, person))
  })
})
