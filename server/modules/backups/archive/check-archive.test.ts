import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { changeByte, newFolder } from '../fixtures/places.ts'
import { CHANGED, checkArchive, type WrittenArchive, writeArchive } from './write-archive.ts'

const server = testServer()
let file = ''
let bytes: Buffer = Buffer.alloc(0)
let content: WrittenArchive['content'] = { parts: [], tables: {} }

beforeAll(async () => {
  file = path.join(await newFolder(), 'backup')
  ;({ content } = await writeArchive({ url: server.connection.url(), file, version: '1.0.0' }))
  bytes = await readFile(file)
})

it('a file that is as it was written is good', async () => {
  await writeFile(file, bytes)
  await checkArchive(file, content)
})

it.each([
  ['one byte is another', () => changeByte(bytes, Math.floor(bytes.length / 2))],
  ['its end is missing', () => bytes.subarray(0, -100)],
  ['it is empty', () => Buffer.alloc(0)],
])('a file is refused if %s', async (_, change) => {
  await writeFile(file, change())
  await expect(checkArchive(file, content)).rejects.toMatchObject({ code: CHANGED })
})

it('a file is refused if a part or a row is missing that was written', async () => {
  await writeFile(file, bytes)
  const refusal = (expected: typeof content) => expect(checkArchive(file, expected)).rejects
  await refusal({ ...content, parts: content.parts.slice(1) }).toThrow(/parts are missing/)
  const menu = { rows: '999', sums: {} }
  await refusal({ ...content, tables: { ...content.tables, menu_items: menu } }).toThrow(/menu_items .* 999 rows/)
})
