import { readSettings } from '#server/modules/settings/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { networkAddresses } from '#server/platform/http/addresses.ts'
import { ensureGuest, guestOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import * as contract from '#shared/contracts/tables.ts'
import { listTables } from './repo.ts'
import { addTables, editTable, removeTable, renewKey, setStatusByHand } from './service.ts'

type Parts = AreaBase & { publicUrl: string | undefined; isSecure: boolean }

export function tablesArea({ app, db, clock, publicUrl, isSecure }: Parts): void {
  const tablesForGuests = coalesce(() => listTables(db, false))
  route(app, contract.getTables, async ({ request, reply }) => {
    // A page requests the tables before a guest can join at one. This cookie makes the guest one participant, even if
    // the response to joining is lost or two tabs join at once.
    if (guestOf(request) === undefined) ensureGuest(request, reply, isSecure)
    const viewer = await request.viewer()
    return viewer?.isOwner ? listTables(db, true) : tablesForGuests()
  })

  route(app, contract.createTable, ({ body, attempt }) => addTables(db, { input: body, attempt, now: clock.now() }))

  route(app, contract.createTables, ({ body: { numbers, capacity }, attempt }) => {
    const input = numbers.map((number) => ({ number, capacity, label: null }))
    return addTables(db, { input, attempt, now: clock.now() })
  })

  route(app, contract.changeTable, ({ params, body }) => editTable(db, params.id, body, clock.now()))

  route(app, contract.setTableStatus, async ({ params, body, user }) => {
    const { key, ...table } = await setStatusByHand(db, { id: params.id, ...body, by: user, now: clock.now() })
    return user.isOwner ? { ...table, key } : table
  })

  route(app, contract.renewTableKey, ({ params, owner }) => renewKey(db, params.id, owner, clock.now()))

  route(app, contract.deleteTable, ({ params }) => removeTable(db, params.id, clock.now()))

  route(app, contract.getTableAddresses, async () => ({
    publicUrl: publicUrl ?? (await readSettings(db)).publicAddress,
    isFixed: publicUrl !== undefined,
    network: networkAddresses(app.server),
  }))
}
