import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Named } from '#shared/domain/language.ts'
import type { CartLine } from '#shared/domain/orders/cart.ts'
import { isRecentDraft } from '../../lib/browser/draft.ts'
import type { ShownDish } from './attempt.ts'
import { type CheckoutDraft, type OpenCheckoutDraft, useOrdering } from './use-checkout.ts'

export type NamedLine = CartLine<CartLine['dish'] & Named>

export function shownDishes(lines: readonly NamedLine[]): ShownDish[] {
  return lines.map(({ dish: { id, name, nameRo, price }, options = [] }) => ({
    ...{ menuItemId: id, name, nameRo, price },
    ...(options.length > 0 && { options: options.map(({ id, name, nameRo, price }) => ({ id, name, nameRo, price })) }),
  }))
}

/*
 * What a guest types at checkout survives a reload, and goes with the tab: a phone may be lent, and is not the
 * restaurant's (docs/product/everywhere.md#everywhere-drafts).
 */

const texts = z.record(z.string(), z.string())
const draftSchema = z.object({
  customer: texts,
  dining: z.enum(['dine-in', 'takeaway']),
  remember: z.boolean(),
  table: texts,
  tableId: z.optional(z.nullable(z.int())),
  pickup: z.optional(z.object({ at: z.nullable(z.string()), day: z.optional(z.string()) })),
})

/** Takes over what this tab has stored. */
export function restoreCheckoutDraft({ typed, storage }: OpenCheckoutDraft): void {
  if (!storage.isUpToDate()) return
  const kept = storage.read()
  const parsed = isRecentDraft(kept) ? draftSchema.safeParse(kept).data : undefined
  if (parsed) Object.assign(typed, parsed)
  else storage.clear()
}

/** Stores a part of the draft. @returns whether it is kept */
export function keepCheckoutDraft({ typed, storage }: OpenCheckoutDraft, part: Partial<CheckoutDraft>): boolean {
  Object.assign(typed, part)
  return storage.write({ ...typed, at: Date.now() })
}

/** Whether there is something typed in a part of the draft. */
export const hasCheckoutDraft = ({ typed }: OpenCheckoutDraft, part: 'customer' | 'table'): boolean =>
  Object.values(typed[part]).some(Boolean)

/** Keeps the values of a form; where the browser stores nothing, it asks before the page is left. */
export function useKeptCheckout<Values extends FieldValues>(
  part: 'customer' | 'table',
  // biome-ignore lint/suspicious/noExplicitAny: forms differ in their output types.
  form: UseFormReturn<Values, any, any>,
): void {
  const [isKept, setKept] = useState(true)
  const { draft } = useOrdering()
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => setKept(keepCheckoutDraft(draft, { [part]: values })))
    return unsubscribe
  }, [draft, part, form])
  useEffect(() => {
    if (isKept) return
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isKept])
}
