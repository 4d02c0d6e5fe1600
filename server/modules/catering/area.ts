import type { Database } from '#server/db/index.ts'
import type { AreaBase } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { respondOnce } from '#server/platform/idempotency.ts'
import * as contract from '#shared/contracts/catering.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { addEvent, changeEventStatus, eventPage, proposalOf, removeEvent } from './events.ts'

export function cateringArea({ app, db, reports, clock, timeZone }: AreaBase & { reports: Database }): void {
  route(app, contract.listEvents, ({ query }) => eventPage(reports, query))

  route(app, contract.createEvent, ({ body, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) => addEvent(tx, body, timeZone, now)),
  )

  route(app, contract.changeEvent, ({ params, body }) => changeEventStatus(db, params.id, body.status, clock.now()))

  route(app, contract.deleteEvent, ({ params, owner }) => removeEvent(db, params.id, owner, clock.now()))

  route(app, contract.getProposal, async ({ params, query, reply }) => {
    const { pdf, language } = await proposalOf(reports, params.id, { inLanguage: query.language, timeZone })
    const fileName = translator(language)('proposal.fileName', { id: params.id })
    reply.header('content-disposition', `inline; filename="${fileName}"`)
    // The dashboard prints it from a frame.
    reply.header('content-security-policy', "frame-ancestors 'self'")
    return reply.type('application/pdf').send(pdf)
  })
}
