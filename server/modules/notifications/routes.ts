import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/whatsapp.ts'
import { askForTest, readWhatsapp } from './standing.ts'

export function notificationRoutes({ app, db, clock }: AreaParts): void {
  route(app, contract.getWhatsapp, () => readWhatsapp(db))

  route(app, contract.testWhatsapp, () => askForTest(db, clock.now()))
}
