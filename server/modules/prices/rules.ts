import { type Database, inTransaction, lock, type Tx } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { InputError, required } from '#server/platform/app-error.ts'
import { atMost, differing, refuseStale } from '#server/platform/change.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { type PriceRule, type PriceRuleChange, type PriceRuleInput, ruleIssues } from '#shared/contracts/price-rules.ts'
import { MAX_PRICE_RULES } from '#shared/domain/menu/offers.ts'
import * as repo from './rules-repo.ts'

/* Adding, changing and deleting rules that lower prices by the hour (docs/product/prices.md). */

interface RuleContext {
  by: Actor
  now: Date
}

/** @throws AppError `too_many_rules`; InputError */
export async function addRule(tx: Tx, input: PriceRuleInput, context: RuleContext): Promise<PriceRule> {
  await atMost(tx, 'rules', MAX_PRICE_RULES)
  const rule = await checkedRule(tx, await repo.insertRule(tx, input, context.now), input)
  await note(tx, 'added', rule, context)
  return rule
}

interface RuleSave extends RuleContext {
  id: number
  /** The version that the caller saw; undefined to skip the comparison. */
  expectedVersion: number | undefined
  change: PriceRuleChange
}

/**
 * Changes a rule. A change without effect keeps the version.
 * @throws AppError `not_found`, `rule_changed` with the current rule; InputError
 */
export function saveRule(db: Database, { id, expectedVersion, change, ...context }: RuleSave): Promise<PriceRule> {
  return inTransaction(db, async (tx) => {
    await lock(tx, 'menu')
    const before = required(await repo.ruleById(tx, id))
    const { name: _, nameRo: __, ...lowered } = change
    if (!differing(before, change)) return before
    await refuseStale(expectedVersion, before, 'rule_changed', () => ({ rule: before }))
    const isRenamed = !differing(before, lowered)
    await repo.updateRule(tx, id, change, isRenamed ? undefined : context.now)
    const rule = await checkedRule(tx, id, change)
    await note(tx, 'changed', rule, context)
    return rule
  })
}

/** Deletes a rule. @throws AppError `not_found` */
export function removeRule(db: Database, id: number, context: RuleContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lock(tx, 'menu')
    const rule = required(await repo.ruleById(tx, id))
    await repo.deleteRule(tx, id)
    await note(tx, 'removed', rule, context)
  })
}

/** Reads a rule that was written. Dishes that were deleted in the meantime are no longer its own. @throws InputError */
async function checkedRule(tx: Tx, id: number, { categoryIds, dishIds }: PriceRuleChange): Promise<PriceRule> {
  const rule = required(await repo.ruleById(tx, id))
  // One that lost its dishes can still be renamed or switched off.
  const isChosen = categoryIds !== undefined || dishIds !== undefined
  const issues = ruleIssues(rule).filter(([field]) => isChosen || field !== 'dishIds')
  if (issues.length > 0)
    throw new InputError(
      issues.map(([field, message]) => ({ code: 'custom', path: [field], message, input: undefined })),
    )
  return rule
}

async function note(tx: Tx, what: 'added' | 'changed' | 'removed', { name }: PriceRule, { by, now }: RuleContext) {
  await noteInJournal(tx, by, `price_rule_${what}`, { rule: name }, now)
  await announceArea(tx, 'price-rules')
}
