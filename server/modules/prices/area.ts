import type { AreaBase } from '#server/platform/area.ts'
import { route, versionToMatch } from '#server/platform/http/route.ts'
import { respondOnce } from '#server/platform/idempotency.ts'
import * as contract from '#shared/contracts/price-rules.ts'
import { addRule, removeRule, saveRule } from './rules.ts'
import { readRules } from './rules-repo.ts'

type Parts = AreaBase & {
  /** Waits until a change is published, so that its author reads it at once. */
  after<Result>(change: Promise<Result>): Promise<Result>
}

export function pricesArea({ app, db, clock, after }: Parts): void {
  route(app, contract.listPriceRules, () => readRules(db))

  route(app, contract.createPriceRule, ({ body, attempt, owner: by }) =>
    after(respondOnce(db, { attempt, now: clock.now() }, (tx, now) => addRule(tx, body, { by, now }))),
  )

  route(app, contract.changePriceRule, ({ params, body, owner: by, request }) => {
    const expectedVersion = versionToMatch(request.headers['if-match'])
    return after(saveRule(db, { ...params, expectedVersion, change: body, by, now: clock.now() }))
  })

  route(app, contract.deletePriceRule, ({ params, owner: by }) =>
    after(removeRule(db, params.id, { by, now: clock.now() })),
  )
}
