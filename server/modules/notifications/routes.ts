import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/whatsapp.ts'
import { countWaiting, readQueue } from './repo.ts'
import { askForTest, whatsappView } from './standing.ts'

export function notificationRoutes({ app, db, clock }: AreaParts): void {
  route(app, contract.getWhatsapp, async () => {
    const [queue, waiting] = await Promise.all([readQueue(db), countWaiting(db)])
    return whatsappView(queue, waiting.all)
  })

  route(app, contract.testWhatsapp, () => askForTest(db, clock.now()))
}
