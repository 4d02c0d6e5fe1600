import type { AreaParts } from '#server/platform/area.ts'
import { guestOf, knowGuest } from '#server/platform/http/guest.ts'
import { route } from '#server/platform/http/route.ts'
import { getTables } from '#shared/contracts/tables.ts'
import { listTables } from './repo.ts'

export function tableRoutes({ app, db, isSecure }: AreaParts): void {
  route(app, getTables, ({ request, reply }) => {
    // A page asks for the tables before a guest can join at one. With this cookie a guest stays one participant, even
    // when the answer to their joining is lost, or when two tabs join at once.
    if (guestOf(request) === undefined) knowGuest(request, reply, isSecure)
    return listTables(db)
  })
}
