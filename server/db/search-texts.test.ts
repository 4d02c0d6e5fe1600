import { randomBytes } from 'node:crypto'
import { afterAll, expect, inject, it } from 'vitest'
import { searchedText } from '#shared/domain/search.ts'
import { createDatabase, dropDatabase, query, withClient } from '../testing/databases.ts'
import { migrate, migrateWithin, migrationStamps } from './migrate.ts'

const name = `masa_search_texts_${randomBytes(6).toString('hex')}`

afterAll(() => dropDatabase(inject('databaseServer'), name))

/** The last migration before the one that makes the texts anew. */
const LAST_BEFORE = 10
const INSERT = `insert into customers (name, phone_number, search_text, created_at, updated_at)
  select '', 'x' || place, text, now(), now() from unnest($1::text[]) with ordinality as old (text, place)`

/** Search text as older versions made it. */
const asBefore = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')

/**
 * What folds otherwise in old texts: letters whose compatible forms are capitals that `lower` leaves or PostgreSQL does
 * not know, and accents and a sign that older versions stored decomposed.
 */
const RARE = /[\u0374ᴭᴲᴽ῍῎῏ℇ\uA7F1ꟸ]/

const between = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))

it('the search texts of an older version become those of this one', async () => {
  const url = await createDatabase(inject('databaseServer'), name)
  await withClient(url, (client) => migrateWithin(client, 0, migrationStamps()[LAST_BEFORE] ?? 0))
  const characters = [
    ...between(0x20, 0x33ff),
    ...between(0xa640, 0xa7ff),
    ...between(0xf900, 0xffff),
    ...between(0x1d400, 0x1d7ff),
    ...between(0x1f000, 0x1faff),
  ].map((character) => `a${character}b`)
  const names = ['Hawthorn’s', 'Coca-Cola  Żołądkowa', 'Weißbier Smørbrød', 'ana \u00a0pop', '\' " ` -', ...characters]
  await withClient(url, (client) => client.query(INSERT, [names.map(asBefore)]))
  await migrate(url)
  const rows = await query<{ text: string }>(url, 'select search_text as text from customers order by id')
  const differing = names.filter(
    (name, i) => !RARE.test(name) && rows[i]?.text.replace(/ +/g, ' ') !== searchedText(name).replace(/ +/g, ' '),
  )
  expect(differing).toEqual([])
})
