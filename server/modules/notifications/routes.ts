import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/whatsapp.ts'
import { askForTest, readWhatsapp } from './queue-state.ts'

export function notificationRoutes(parts: AreaParts): void {
  const { app, db, clock } = parts
  route(app, contract.getWhatsapp, () => readWhatsapp(db, parts, clock.now()))

  route(app, contract.testWhatsapp, () => askForTest(db, parts, clock.now()))
}
