import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/whatsapp.ts'
import { readWhatsapp, requestTestMessage } from './queue.ts'

export function notificationRoutes(parts: AreaParts): void {
  const { app, db, clock } = parts
  route(app, contract.getWhatsapp, () => readWhatsapp(db, parts, clock.now()))

  route(app, contract.testWhatsapp, () => requestTestMessage(db, parts, clock.now()))
}
