import type { Database } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { languageOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import { bodyOf } from '#server/platform/idempotency.ts'
import * as contract from '#shared/contracts/customers.ts'
import { eraseOrder } from '#shared/contracts/orders.ts'
import { getPrivacy } from '#shared/contracts/privacy.ts'
import { personalDataText } from './export-text.ts'
import { readPrivacy } from './privacy-clock.ts'
import * as service from './service.ts'

export function customersArea(parts: AreaBase & { reports: Database }): void {
  const { app, db, reports, clock, timeZone } = parts
  route(app, contract.listCustomers, ({ query }) => service.customerPage(reports, query, clock.now()))

  route(app, contract.getCustomer, ({ params }) => service.customerWithOrders(db, params.id, clock.now()))

  route(app, contract.changeCustomer, ({ params, body }) => service.editCustomer(db, params.id, body, clock.now()))

  route(app, contract.exportCustomer, async ({ params, query, owner, request, reply }) => {
    const now = clock.now()
    const person = await service.readPersonalData(reports, params.id, now)
    await noteInJournal(db, owner, 'exported', { what: 'customer' }, now)
    const isText = query.as === 'text'
    reply.header('content-disposition', `attachment; filename="customer-${params.id}.${isText ? 'txt' : 'json'}"`)
    if (!isText) return person
    const { currency } = await readSettings(db)
    const sent = JSON.parse(bodyOf(contract.personalDataSchema, person)) as contract.PersonalData
    const text = personalDataText(sent, { language: languageOf(request), currency, timeZone, now })
    return reply.type('text/plain; charset=utf-8').serializer(String).send(text)
  })

  route(app, contract.mergeCustomer, ({ params, body }) =>
    service.mergeCustomers(db, params.id, body.intoId, clock.now()),
  )

  route(app, contract.eraseCustomer, ({ params, owner }) => service.erasePerson(db, params.id, owner, clock.now()))

  route(app, getPrivacy, ({ query }) => readPrivacy(parts, query.months))

  route(app, eraseOrder, ({ params, owner }) => service.eraseOrderData(db, params.id, owner, clock.now()))
}
