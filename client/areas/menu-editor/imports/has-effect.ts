import type { MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'

/** Whether the change is possible and changes anything. */
export function hasEffect({ added, changed, deleted = [], bad }: MenuOutcome): boolean {
  return bad.length === 0 && (added > 0 || changed.length > 0 || deleted.length > 0)
}
