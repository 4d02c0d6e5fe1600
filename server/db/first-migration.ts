import { createHash } from 'node:crypto'
import type pg from 'pg'

/** That of the first migration and of the last of the 29 that it replaced: what was at that lacks nothing. */
export const FIRST_STAMP = 1_795_439_517_544

/** The hash of the schema that the first migration creates, as those 29 did. */
const FIRST_SCHEMA = '42e9c96246032d52cfc79090e43188e62920f388ac0ad47ed4203c91eb92ac01'

// Without what may differ: the order of columns, and the search indexes, which not every server can have.
const SCHEMA = `
  with own as (select * from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r')
  select line from (
    select format('column %s.%s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
      attidentity, pg_get_expr(adbin, adrelid)) as line
    from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select format('constraint %s %s %s', relname, conname, replace(pg_get_constraintdef(c.oid), ' NOT VALID', ''))
    from own join pg_constraint c on conrelid = own.oid and contype <> 'n'
    union all
    select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
      join pg_class i on i.oid = indexrelid where i.relname not in ('orders_search', 'customers_search')
    union all
    select pg_get_triggerdef(t.oid) from own join pg_trigger t on tgrelid = own.oid and not tgisinternal
    union all
    select format('function %s %s', p.oid::regprocedure, prosrc) from pg_proc p
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  ) schema order by line collate "C"`

/** Whether the database has the schema that the first migration creates. */
export async function hasFirstSchema(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ line: string }>(SCHEMA)
  const hash = createHash('sha256')
  for (const { line } of rows) hash.update(`${line}\n`)
  return hash.digest('hex') === FIRST_SCHEMA
}
