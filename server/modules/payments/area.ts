import type { Database, Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { inputError } from '#server/platform/app-error.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { route, sendCsv, sendStored } from '#server/platform/http/route.ts'
import { type Attempt, respondOnce } from '#server/platform/idempotency.ts'
import * as billContract from '#shared/contracts/bills.ts'
import * as dayContract from '#shared/contracts/days.ts'
import * as contract from '#shared/contracts/payments.ts'
import { readBill, storeBillPrint } from './bills.ts'
import { dayFile, readDay, readDays, readOpenDay, storeDay } from './days.ts'
import { storePayment, storeReversal, storeTill } from './service.ts'
import { paymentsOf } from './view.ts'

type Parts = AreaBase & { reports: Database }

/** Bills, payments, what is taken back of them, the till, and the day's end. */
export function paymentsArea(parts: Parts): void {
  billRoutes(parts)
  paymentRoutes(parts)
  dayRoutes(parts)
}

/** `respondOnce` for a new entry. @throws InputError without an Idempotency-Key */
async function enterOnce<Response>(
  { db, clock }: Pick<AreaBase, 'db' | 'clock'>,
  attempt: Attempt<Response>,
  work: (tx: Tx, now: Date) => Promise<NoInfer<Response>>,
): Promise<string> {
  if (attempt.key === undefined) throw inputError('Idempotency-Key', 'validation.keyNeeded')
  return respondOnce(db, { attempt, now: clock.now() }, work)
}

function billRoutes({ app, db, clock }: AreaBase): void {
  route(app, billContract.getBill, ({ params, query }) => readBill(db, params.id, query.parts, clock.now()))

  route(app, billContract.recordBillPrint, ({ params, body: { orderIds }, user, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) =>
      storeBillPrint(tx, { tableId: params.id, orderIds, by: user, now }),
    ),
  )
}

function paymentRoutes(parts: AreaBase): void {
  const { app, db } = parts
  route(app, contract.recordPayment, ({ body, user: by, attempt }) =>
    enterOnce(parts, attempt, (tx, now) => storePayment(tx, body, { by, now })),
  )

  route(app, contract.getPayments, async ({ query, user }) => {
    const payments = await paymentsOf(db, [query.orderId])
    return user.hidesGuests ? payments.map((payment) => ({ ...payment, guestName: null })) : payments
  })

  route(app, contract.reversePayment, ({ params, body, user: by, attempt }) =>
    enterOnce(parts, attempt, (tx, now) => storeReversal(tx, { ...params, ...body }, { by, now })),
  )

  route(app, contract.recordTill, ({ body, owner: by, attempt }) =>
    enterOnce(parts, attempt, (tx, now) => storeTill(tx, body, { by, now })),
  )
}

function dayRoutes(parts: Parts): void {
  const { app, db, reports, clock, timeZone } = parts
  route(app, dayContract.getOpenDay, () => readOpenDay(db, clock.now(), timeZone))

  route(app, dayContract.closeDay, ({ body, owner: by, attempt }) =>
    enterOnce(parts, attempt, (tx, now) => storeDay(tx, body, { by, now, timeZone })),
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
