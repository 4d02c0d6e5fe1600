import { type Database, inLocked, type Tx } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { issuesError, required } from '#server/platform/app-error.ts'
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

/** Changes a rule. A change without effect keeps the version. */
export function saveRule(db: Database, { id, expectedVersion, change, ...context }: RuleSave): Promise<PriceRule> {
  return inLocked(db, 'menu', async (tx) => {
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

export function removeRule(db: Database, id: number, context: RuleContext): Promise<void> {
  return inLocked(db, 'menu', async (tx) => {
    const rule = required(await repo.ruleById(tx, id))
    await repo.deleteRule(tx, id)
    await note(tx, 'removed', rule, context)
  })
}

/** Reads a rule that was written. Dishes that were deleted in the meantime are no longer its own. */
async function checkedRule(tx: Tx, id: number, { categoryIds, dishIds }: PriceRuleChange): Promise<PriceRule> {
  const rule = required(await repo.ruleById(tx, id))
  // One that lost its dishes can still be renamed or switched off.
  const isChosen = categoryIds !== undefined || dishIds !== undefined
  const issues = ruleIssues(rule).filter(([field]) => isChosen || field !== 'dishIds')
  if (issues.length > 0) throw issuesError(issues)
  return rule
}

async function note(tx: Tx, what: 'added' | 'changed' | 'removed', { name }: PriceRule, { by, now }: RuleContext) {
  await noteInJournal(tx, by, `price_rule_${what}`, { rule: name }, now)
  await announceArea(tx, 'price-rules')
}
