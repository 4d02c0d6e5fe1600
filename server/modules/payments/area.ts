import type { Database } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { inputError } from '#server/platform/app-error.ts'
import type { AreaBase } from '#server/platform/area.ts'
import type { Clock } from '#server/platform/clock.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { route, sendCsv, sendStored } from '#server/platform/http/route.ts'
import type { Attempt } from '#server/platform/idempotency.ts'
import * as billContract from '#shared/contracts/bills.ts'
import * as dayContract from '#shared/contracts/days.ts'
import * as contract from '#shared/contracts/payments.ts'
import { readBill, storeBillPrint } from './bills.ts'
import { dayFile, type EntryContext, readDay, readDays, readOpenDay, storeDay } from './days.ts'
import { storePayment, storeReversal, storeTill } from './service.ts'
import { paymentsOf } from './view.ts'

type Parts = AreaBase & { reports: Database }

/** Bills, payments, what is taken back of them, the till, and the day's end. */
export function paymentsArea(parts: Parts): void {
  billRoutes(parts)
  paymentRoutes(parts)
  dayRoutes(parts)
}

/** @throws InputError without an Idempotency-Key */
function entryContext(clock: Clock, by: Viewer, attempt: Attempt | undefined): EntryContext {
  if (!attempt) throw inputError('Idempotency-Key', 'validation.keyNeeded')
  return { attempt, by, now: clock.now() }
}

function billRoutes({ app, db, clock }: AreaBase): void {
  route(app, billContract.getBill, ({ params, query }) => readBill(db, params.id, query.parts, clock.now()))

  route(app, billContract.recordBillPrint, ({ params, body: { orderIds }, user, attempt }) =>
    storeBillPrint(db, { tableId: params.id, orderIds, attempt, by: user, now: clock.now() }),
  )
}

function paymentRoutes({ app, db, clock }: AreaBase): void {
  route(app, contract.recordPayment, async ({ body, user, attempt }) =>
    storePayment(db, body, entryContext(clock, user, attempt)),
  )

  route(app, contract.getPayments, async ({ query, user }) => {
    const payments = await paymentsOf(db, [query.orderId])
    return user.hidesGuests ? payments.map((payment) => ({ ...payment, guestName: null })) : payments
  })

  route(app, contract.reversePayment, async ({ params, body, user, attempt }) =>
    storeReversal(db, { ...params, ...body }, entryContext(clock, user, attempt)),
  )

  route(app, contract.recordTill, async ({ body, owner, attempt }) =>
    storeTill(db, body, entryContext(clock, owner, attempt)),
  )
}

function dayRoutes({ app, db, reports, clock, timeZone }: Parts): void {
  route(app, dayContract.getOpenDay, () => readOpenDay(db, clock.now(), timeZone))

  route(app, dayContract.closeDay, async ({ body, owner, attempt }) =>
    storeDay(db, body, { ...entryContext(clock, owner, attempt), timeZone }),
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
