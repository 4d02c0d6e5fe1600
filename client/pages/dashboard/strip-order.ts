import type { StripNotice } from '../../ui/index.ts'

const ORDER = [
  ...(['live', 'calls', 'printers', 'fiscal', 'due'] as const),
  // Nobody can order: that is so for the whole house.
  'paused',
  // Those of earlier days are late, too.
  ...(['older', 'late', 'askedSoon', 'whatsapp', 'asked'] as const),
  // Any tap on the page does what it asks for.
  ...(['sound', 'unseen', 'firstSteps', 'screen'] as const),
] as const

type Said = StripNotice | readonly StripNotice[] | false | undefined

/** What the strip says, by what is due first (docs/product/board.md#board-strip). */
export function byDue(said: Record<(typeof ORDER)[number], Said>): StripNotice[] {
  return ORDER.flatMap((kind) => said[kind] || [])
}
