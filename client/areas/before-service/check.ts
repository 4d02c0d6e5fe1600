import type { ReactNode } from 'react'

/** The checks, in the order of the screen. */
export const CHECKS = {
  device: ['sound', 'screen', 'printer', 'live', 'signIn'],
  guests: ['menu', 'tables', 'phone', 'paused', 'soldOut', 'unpriced', 'undeclared'],
  system: ['whatsapp', 'database', 'disk', 'backup'],
} as const
export type CheckGroup = keyof typeof CHECKS
export type CheckName = (typeof CHECKS)[CheckGroup][number]

/**
 * `look`: needs attention soon; `unknown`: nobody has tried it yet; `unused`: the restaurant does not use it, which is
 * fine.
 */
export type CheckState = 'ok' | 'look' | 'wrong' | 'unknown' | 'unused'

/** The result of one check: its state, a sentence that explains it, and buttons to fix it. */
export interface Check {
  state: CheckState
  text: ReactNode
  remedy?: ReactNode
  /** Whether screen readers announce a change of the text, because it may change by itself. */
  isReadAloud?: boolean
}

/** Whether somebody has to act; a check that nobody has tried yet counts, too. */
export function needsAttention({ state }: Pick<Check, 'state'>): boolean {
  return state !== 'ok' && state !== 'unused'
}
