import { onlyOf } from '#server/db/index.ts'
import { promisedAt, withReservations } from '#server/modules/reservations/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { networkAddresses } from '#server/platform/http/addresses.ts'
import { ensureGuest, guestOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { respondOnce } from '#server/platform/idempotency.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import type { Table } from '#shared/contracts/tables.ts'
import * as contract from '#shared/contracts/tables.ts'
import { listTables } from './repo.ts'
import { addTables, editTable, removeTable, renewKey, setStatusByHand } from './service.ts'

type Parts = AreaBase & { publicUrl: string | undefined; isSecure: boolean }

export function tablesArea({ app, db, clock, timeZone, publicUrl, isSecure }: Parts): void {
  const shown = <Shown extends Table>(tables: readonly Shown[], forStaff = true) =>
    withReservations(db, tables, { now: clock.now(), timeZone, forStaff })
  const shownOne = async (table: Table) => onlyOf(shown([table]))
  const tablesForGuests = coalesce(async () => shown(await listTables(db, false), false))
  route(app, contract.getTables, async ({ request, reply }) => {
    // A page requests the tables before a guest can join at one. This cookie makes the guest one participant, even if
    // the response to joining is lost or two tabs join at once.
    if (guestOf(request) === undefined) ensureGuest(request, reply, isSecure)
    const viewer = await request.viewer()
    return viewer?.isOwner ? shown(await listTables(db, true)) : tablesForGuests()
  })

  route(app, contract.createTable, ({ body, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) => onlyOf(addTables(tx, [body], now))),
  )

  route(app, contract.createTables, ({ body: { numbers, capacity }, attempt }) => {
    const tables = numbers.map((number) => ({ number, capacity, label: null }))
    return respondOnce(db, { attempt, now: clock.now() }, (tx, now) => addTables(tx, tables, now))
  })

  route(app, contract.changeTable, async ({ params, body }) =>
    shownOne(await editTable(db, params.id, body, clock.now())),
  )

  route(app, contract.setTableStatus, async ({ params, body, user }) => {
    const set = await setStatusByHand(db, { id: params.id, ...body, by: user, now: clock.now() })
    const { key, ...table } = await shownOne(set)
    const promised = body.status === 'occupied' ? await promisedAt(db, [params.id], clock.now()) : {}
    return { ...table, ...promised, ...(user.isOwner && { key }) }
  })

  route(app, contract.renewTableKey, async ({ params, owner }) =>
    shownOne(await renewKey(db, params.id, owner, clock.now())),
  )

  route(app, contract.deleteTable, ({ params }) => removeTable(db, params.id, clock.now()))

  route(app, contract.getTableAddresses, async () => ({
    publicUrl: publicUrl ?? (await readSettings(db)).publicAddress,
    isFixed: publicUrl !== undefined,
    network: networkAddresses(app.server),
  }))
}
