import type { Database } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { route, sendCsv, sendStored } from '#server/platform/http/route.ts'
import { respondOnce } from '#server/platform/idempotency.ts'
import * as billContract from '#shared/contracts/bills.ts'
import * as dayContract from '#shared/contracts/days.ts'
import * as contract from '#shared/contracts/payments.ts'
import { paymentsOf, readBill, storeBillPrint } from './bills.ts'
import { dayFile, readDay, readDays, readOpenDay, storeDay } from './days.ts'
import { storePayment, storeReversal, storeTill } from './service.ts'

type Parts = AreaBase & { reports: Database }

/** Bills, payments, what is taken back of them, the till, and the day's end. */
export function paymentsArea(parts: Parts): void {
  billRoutes(parts)
  paymentRoutes(parts)
  dayRoutes(parts)
}

function billRoutes({ app, db, clock }: AreaBase): void {
  route(app, billContract.getBill, ({ params, query }) => readBill(db, params.id, query.parts, clock.now()))

  route(app, billContract.recordBillPrint, ({ params, body: { orderIds }, user, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) =>
      storeBillPrint(tx, { tableId: params.id, orderIds, by: user, now }),
    ),
  )
}

function paymentRoutes({ app, db, clock }: AreaBase): void {
  route(app, contract.recordPayment, ({ body, user: by, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) => storePayment(tx, body, { by, now })),
  )

  route(app, contract.getPayments, async ({ query, user }) => {
    const payments = await paymentsOf(db, [query.orderId])
    return user.hidesGuests ? payments.map((payment) => ({ ...payment, guestName: null })) : payments
  })

  route(app, contract.reversePayment, ({ params, body, user: by, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) => storeReversal(tx, { ...params, ...body }, { by, now })),
  )

  route(app, contract.recordTill, ({ body, owner: by, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) => storeTill(tx, body, { by, now })),
  )
}

function dayRoutes({ app, db, reports, clock, timeZone }: Parts): void {
  route(app, dayContract.getOpenDay, () => readOpenDay(db, clock.now(), timeZone))

  route(app, dayContract.closeDay, ({ body, owner: by, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) => storeDay(tx, body, { by, now, timeZone })),
  )

  route(app, dayContract.listDays, async ({ query, reply }) =>
    sendStored(reply, 200, await readDays(reports, query.before)),
  )

  route(app, dayContract.getDay, async ({ params, query, owner, request, reply }) => {
    const report = await readDay(db, params.number)
    if (query.as !== 'csv') return sendStored(reply, 200, report)
    const csv = dayFile(JSON.parse(report) as dayContract.Day, languageOf(request), timeZone)
    await noteInJournal(db, owner, 'exported', { what: 'reports' }, clock.now())
    return sendCsv(reply, `day-${params.number}.csv`, csv)
  })
}
