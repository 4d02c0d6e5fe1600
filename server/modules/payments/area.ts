import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { inputError } from '#server/platform/app-error.ts'
import type { AreaBase } from '#server/platform/area.ts'
import type { Clock } from '#server/platform/clock.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { route, sendCsv, sendStored } from '#server/platform/http/route.ts'
import { attemptOf, type RepeatableEndpoint } from '#server/platform/idempotency.ts'
import * as dayContract from '#shared/contracts/days.ts'
import * as contract from '#shared/contracts/payments.ts'
import { dayFile, readDay, readDays, readOpenDay, storeDay } from './days.ts'
import { type EntryContext, paymentsOf, storePayment, storeReversal, storeTill } from './service.ts'

type Parts = AreaBase & { reports: Database }

/** Payments, what is taken back of them, the till, and the day's end. */
export function paymentsArea(parts: Parts): void {
  paymentRoutes(parts)
  dayRoutes(parts)
}

/** @throws InputError without an Idempotency-Key */
function entryContext(
  clock: Clock,
  endpoint: RepeatableEndpoint,
  { request, user: by, body }: { request: FastifyRequest; user: Viewer; body: unknown },
): EntryContext {
  const attempt = attemptOf(endpoint, request, body)
  if (!attempt) throw inputError('Idempotency-Key', 'validation.keyNeeded')
  return { attempt, by, now: clock.now() }
}

function paymentRoutes({ app, db, clock }: AreaBase): void {
  route(app, contract.recordPayment, async ({ body, user, request, reply }) => {
    const context = entryContext(clock, contract.recordPayment, { request, user, body })
    return sendStored(reply, 201, await storePayment(db, body, context))
  })

  route(app, contract.getPayments, ({ query }) => paymentsOf(db, [query.orderId]))

  route(app, contract.reversePayment, async ({ params, body, user, request, reply }) => {
    const reversal = { ...params, ...body }
    const context = entryContext(clock, contract.reversePayment, { request, user, body: reversal })
    return sendStored(reply, 201, await storeReversal(db, reversal, context))
  })

  route(app, contract.recordTill, async ({ body, owner: user, request, reply }) => {
    const context = entryContext(clock, contract.recordTill, { request, user, body })
    return sendStored(reply, 201, await storeTill(db, body, context))
  })
}

function dayRoutes({ app, db, reports, clock, timeZone }: Parts): void {
  route(app, dayContract.getOpenDay, () => readOpenDay(db, clock.now(), timeZone))

  route(app, dayContract.closeDay, async ({ body, owner: user, request, reply }) => {
    const context = { ...entryContext(clock, dayContract.closeDay, { request, user, body }), timeZone }
    return sendStored(reply, 201, await storeDay(db, body, context))
  })

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
