import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { firstOf, jsonList, jsonObject, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { menuCategories, menuItems, priceRules } from '#server/db/schema/index.ts'
import type { PriceRule, PriceRuleChange, PriceRuleInput } from '#shared/contracts/price-rules.ts'
import { nearestDay } from '#shared/domain/time/local-time.ts'

const { categoryIds, dishIds, changedAt: leftAt, ...own } = getTableColumns(priceRules)
const { id } = own

/** A rule as those read it who know which dishes it lowers. */
export interface RuleOfDish extends Omit<PriceRule, 'categoryIds' | 'dishIds' | 'isBroken'> {
  /** Since when an owner has left it as it is; null if that is unknown. */
  changedAt: Date | null
}
type StoredRule = Omit<RuleOfDish, 'changedAt'> & { changedAt: string | null }

/** SQL: the active rules of a dish, the oldest first. */
export const rulesOfDishSql: SQL<RuleOfDish[]> =
  sql`(select ${jsonList(jsonObject<StoredRule>({ ...own, changedAt: leftAt }), id)} from ${priceRules}
  where ${priceRules.isActive} and (${menuItems.id} = any(${dishIds}) or ${menuItems.categoryId} = any(${categoryIds})))`.mapWith(
    (stored: StoredRule[]) =>
      stored.map(({ changedAt, ...rule }) => ({
        ...{ ...rule, from: dayOf(rule.from), until: dayOf(rule.until) },
        changedAt: changedAt === null ? null : new Date(changedAt),
      })),
  )
const dayOf = (stored: string | null) => (stored === null ? null : nearestDay(stored))

const rules = (db: Reader, which?: SQL) =>
  db
    .select({
      ...own,
      categoryIds: sql<
        number[]
      >`array(select id::int from ${menuCategories} where id = any(${categoryIds}) order by id)`,
      dishIds: sql<number[]>`array(select id::int from ${menuItems} where id = any(${dishIds}) order by id)`,
    })
    .from(priceRules)
    .where(which)
    .orderBy(asc(id))

/** Reads the rules, the oldest first. */
export const readRules = (db: Reader): Promise<PriceRule[]> => rules(db)

export const ruleById = (db: Reader, ruleId: number): Promise<PriceRule | undefined> =>
  firstOf(rules(db, eq(id, ruleId)))

export async function insertRule(tx: Tx, input: PriceRuleInput, now: Date): Promise<number> {
  return (
    await onlyOf(
      tx
        .insert(priceRules)
        .values({ ...input, changedAt: now })
        .returning({ id }),
    )
  ).id
}

/** Changes a rule and raises its version. @param changedAt undefined where only names are changed */
export async function updateRule(tx: Tx, ruleId: number, change: PriceRuleChange, changedAt?: Date): Promise<void> {
  const changed = { ...change, changedAt, version: sql`${priceRules.version} + 1` }
  await tx.update(priceRules).set(changed).where(eq(id, ruleId))
}

export async function deleteRule(tx: Tx, ruleId: number): Promise<void> {
  await tx.delete(priceRules).where(eq(id, ruleId))
}
