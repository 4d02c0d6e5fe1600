import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { readTogether } from '#server/platform/limits/concurrency.ts'
import { getFloor } from '#shared/contracts/floor.ts'
import { readFloor } from './repo.ts'

export function floorRoutes({ app, db, clock }: AreaParts): void {
  // All pages of the floor fetch at once when something has changed.
  const read = readTogether(() => readFloor(db, clock.now()))
  route(app, getFloor, read)
}
