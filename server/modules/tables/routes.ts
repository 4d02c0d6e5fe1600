import type { AreaParts } from '#server/platform/area.ts'
import { guestOf, knowGuest } from '#server/platform/http/guest.ts'
import { route } from '#server/platform/http/route.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { listTables } from './repo.ts'

export function tableRoutes({ app, db, isSecure }: AreaParts): void {
  route(app, getTables, ({ request, reply }) => {
    // A page asks for the tables before anybody can join at one. Who is known from here on stays one guest, though the
    // answer to their joining is lost, or two tabs join at once.
    if (guestOf(request) === undefined) knowGuest(request, reply, isSecure)
    return listTables(db)
  })
}
