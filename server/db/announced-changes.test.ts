import { expect, it, onTestFinished } from 'vitest'
import { testServer } from '#server/testing/app.ts'

const server = testServer()

/** Statements of each announced table that change a row, with the topic. */
const CHANGES: [statement: string, topic: string][] = [
  ['update settings set language = language', 'settings'],
  ["insert into menu_categories (name, name_ro, position) values ('New', '', 99)", 'menu'],
  ["update menu_categories set name_ro = 'Nou' where name = 'New'", 'menu'],
  ["delete from menu_categories where name = 'New'", 'menu'],
  ['update menu_items set price = price + 1', 'menu'],
  ["insert into option_groups (name) values ('Size')", 'menu'],
  ["update option_groups set name = 'Sizes'", 'menu'],
  ['delete from option_groups', 'menu'],
  ['insert into dish_portions (menu_item_id, portions_left) select min(id), 3 from menu_items', 'portions'],
  ['update dish_portions set portions_left = 2', 'portions'],
  ['delete from dish_portions', 'portions'],
]
const TABLES = ['settings', 'menu_categories', 'menu_items', 'option_groups', 'dish_portions']

it('a statement announces its change if it changed a row, and nothing otherwise', async () => {
  const client = new server.connection.server.Client()
  await client.connect()
  onTestFinished(() => client.end())
  const topics: string[] = []
  client.on('notification', ({ payload = '' }) => topics.push(JSON.parse(payload).topic))
  await client.query('listen masa')
  /** The announcements of a statement, which arrive before its response. */
  const announcedBy = async (statement: string) => {
    topics.length = 0
    await client.query(statement)
    return [...topics]
  }
  for (const [statement, topic] of CHANGES) {
    expect([statement, await announcedBy(statement)]).toEqual([statement, [topic]])
  }
  for (const table of TABLES)
    for (const statement of [
      `insert into ${table} overriding system value select * from ${table} where false`,
      `update ${table} set ${table === 'dish_portions' ? 'portions_left = 1' : 'id = default'} where false`,
      `delete from ${table} where false`,
    ])
      expect([statement, await announcedBy(statement)]).toEqual([statement, []])
})
