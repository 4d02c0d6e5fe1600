import * as z from 'zod/mini'
import { MAX_PERCENT, MAX_PRICE_RULES, ROUND_TO } from '../domain/menu/offers.ts'
import { endpoint } from './base/endpoint.ts'
import { id, idParams, isBroken, mapped, sentDay, singleLine } from './base/fields.ts'
import { withoutDefaults } from './base/lists.ts'
import { weeklyHoursSchema, weekSchema } from './hours.ts'

/* How owners lower prices by the hour (docs/product/prices.md); guests' pages load the offers of `menu.ts` instead. */

/** The maximum length of a rule's name, in characters. */
const RULE_NAME_MAX = 60
/** How many dishes, and how many categories, one rule may name. */
const RULE_DISHES_MAX = 1_000

const ids = mapped(z.array(id).check(z.maxLength(RULE_DISHES_MAX)), (sent) => [...new Set(sent)].sort((a, b) => a - b))

/** Those of a rule to be added; those with a default may be absent. */
const fields = {
  name: singleLine(RULE_NAME_MAX, 1),
  nameRo: z._default(singleLine(RULE_NAME_MAX), ''),
  percent: z.int().check(z.gte(1), z.lte(MAX_PERCENT)),
  /** The multiple of minor units to which lowered prices are rounded. */
  roundTo: z._default(z.literal(ROUND_TO), 1),
  /** It lowers the dishes of these categories, and these dishes: one at least. */
  categoryIds: z._default(ids, []),
  dishIds: z._default(ids, []),
  /** The hours of a week in which it runs; null for always. Hours belong to the date on which they begin. */
  weekly: z._default(z.nullable(weekSchema.check(z.minLength(1, 'validation.ruleHours'))), null),
  /** The first and the last date on which they begin, both included; null for any. */
  from: z._default(z.nullable(sentDay), null),
  until: z._default(z.nullable(sentDay), null),
  isActive: z._default(z.boolean(), true),
}

export const priceRuleSchema = z.object({
  id,
  ...{ name: z.string(), nameRo: z.string(), percent: z.int(), roundTo: z.int() },
  /** Without those that were deleted: a rule left without any lowers nothing. */
  categoryIds: z.array(id),
  dishIds: z.array(id),
  weekly: z.nullable(z.array(weeklyHoursSchema)),
  from: z.nullable(z.iso.date()),
  until: z.nullable(z.iso.date()),
  isActive: z.boolean(),
  /** Rises with each change. */
  version: z.int(),
  isBroken,
})
export type PriceRule = z.infer<typeof priceRuleSchema>

type Limits = Pick<PriceRule, 'categoryIds' | 'dishIds' | 'from' | 'until'>

/** What is wrong with the fields of a rule together: the field that shows it, and the message's key. */
export function ruleIssues({ categoryIds, dishIds, from, until }: Limits): [keyof Limits, string][] {
  const issues: [keyof Limits, string][] = []
  if (categoryIds.length + dishIds.length === 0) issues.push(['dishIds', 'validation.ruleDishes'])
  if (from !== null && until !== null && from > until) issues.push(['until', 'validation.ruleDates'])
  return issues
}

export const priceRuleInputSchema = z.object(fields).check(({ value, issues }) => {
  for (const [field, message] of ruleIssues(value))
    issues.push({ code: 'custom', path: [field], message, input: value })
})
export type PriceRuleInput = z.infer<typeof priceRuleInputSchema>

export const priceRuleChangeSchema = z.partial(z.object(withoutDefaults(fields)))
export type PriceRuleChange = z.infer<typeof priceRuleChangeSchema>

const scopes = ['menu:write'] as const

export const listPriceRules = endpoint('GET', '/api/price-rules', 'owner', {
  scopes,
  summary: 'The rules that lower prices by the hour, the oldest first.',
  response: z.array(priceRuleSchema),
})

export const createPriceRule = endpoint('POST', '/api/price-rules', 'owner', {
  scopes,
  summary: `Adds a rule; 409 too_many_rules if there are ${MAX_PRICE_RULES}. An Idempotency-Key makes it safe to repeat.`,
  body: priceRuleInputSchema,
  stored: 'other',
  status: 201,
  response: priceRuleSchema,
})

export const changePriceRule = endpoint('PATCH', '/api/price-rules/:id', 'owner', {
  scopes,
  summary:
    'Changes the fields of a rule that are sent. With If-Match, a change of another version is rejected (409 rule_changed).',
  params: idParams,
  body: priceRuleChangeSchema,
  response: priceRuleSchema,
})

export const deletePriceRule = endpoint('DELETE', '/api/price-rules/:id', 'owner', {
  scopes,
  summary: 'Deletes a rule; orders keep its name.',
  params: idParams,
  status: 204,
})
