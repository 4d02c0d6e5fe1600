import type { AreaBase } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import * as contract from '#shared/contracts/bills.ts'
import { readBill, storeBillPrint } from './service.ts'

/** The bill of a table over all its open orders, and the record of its prints. */
export function billsArea({ app, db, clock }: AreaBase): void {
  route(app, contract.getBill, ({ params, query }) => readBill(db, params.id, query.parts, clock.now()))

  route(app, contract.recordBillPrint, ({ params, body: { orderIds }, user, attempt }) =>
    storeBillPrint(db, { tableId: params.id, orderIds, attempt, by: user, now: clock.now() }),
  )
}
