import { tables } from '../db/schema/index.ts'
import type { TestServer } from './app.ts'
import { listenUrl, Phone } from './phone.ts'

let number = 100

/** Creates a table for a test. */
export async function newTable({ connection }: TestServer): Promise<{ id: number; number: number }> {
  const at = new Date()
  number++
  const [row] = await connection.db
    .insert(tables)
    .values({ number, capacity: 4, createdAt: at, updatedAt: at })
    .returning({ id: tables.id })
  return { id: row?.id ?? 0, number }
}

/** Lets phones join the shared session of a table, each with an open socket. */
export async function seat<const Names extends readonly string[]>(
  url: string,
  tableId: number,
  names: Names,
): Promise<{ [I in keyof Names]: Phone }> {
  const phones: Phone[] = []
  for (const name of names) {
    const phone = new Phone(url)
    await phone.join(tableId, name)
    await phone.enter()
    phones.push(phone)
  }
  return phones as { [I in keyof Names]: Phone }
}

/** Like `seat`, at a new table. Waits until the first phone has received the complete list of participants. */
export async function seatAtNewTable<const Names extends readonly string[]>(
  server: TestServer,
  names: Names,
): Promise<{ [I in keyof Names]: Phone }> {
  const { id } = await newTable(server)
  const phones = await seat(await listenUrl(server.app), id, names)
  await phones[0]?.frame('PARTICIPANTS_UPDATED', names.length)
  return phones
}

/** The status of a table according to the public list. */
export async function tableStatus({ call }: TestServer, id: number): Promise<string | undefined> {
  const all = (await call('GET', '/api/tables')).json<{ id: number; status: string }[]>()
  return all.find((table) => table.id === id)?.status
}
