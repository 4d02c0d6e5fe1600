import type { MenuOutcome } from '#shared/contracts/menu-imports.ts'

/** Whether it can be done, and would do anything. */
export function hasEffect({ added, changed, bad }: MenuOutcome): boolean {
  return bad.length === 0 && (added > 0 || changed.length > 0)
}
