import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { isRecentDraft } from '../../lib/browser/draft.ts'
import { type CheckoutDraft, draft, storedCheckoutDraft } from './use-checkout.ts'

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

const kept = storedCheckoutDraft.read()
const parsed = isRecentDraft(kept) ? draftSchema.safeParse(kept).data : undefined
if (parsed) Object.assign(draft, parsed)
else storedCheckoutDraft.clear()

/** Stores a part of the draft. @returns whether it is kept */
export function keepCheckoutDraft(part: Partial<CheckoutDraft>): boolean {
  Object.assign(draft, part)
  return storedCheckoutDraft.write({ ...draft, at: Date.now() })
}

/** Whether there is something typed in a part of the draft. */
export const hasCheckoutDraft = (part: 'customer' | 'table'): boolean => Object.values(draft[part]).some(Boolean)

/** Keeps the values of a form; where the browser stores nothing, it asks before the page is left. */
export function useKeptCheckout<Values extends FieldValues>(
  part: 'customer' | 'table',
  // biome-ignore lint/suspicious/noExplicitAny: forms differ in their output types.
  form: UseFormReturn<Values, any, any>,
): void {
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => setKept(keepCheckoutDraft({ [part]: values })))
    return unsubscribe
  }, [part, form])
  useEffect(() => {
    if (isKept) return
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isKept])
}
