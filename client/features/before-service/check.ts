import type { ReactNode } from 'react'

/** What is looked at, in the order of the screen. */
export const CHECKS = {
  device: ['sound', 'screen', 'printer', 'live', 'signIn'],
  guests: ['phone', 'paused', 'soldOut', 'unpriced'],
  system: ['whatsapp', 'database', 'disk'],
} as const
export type CheckGroup = keyof typeof CHECKS
export type CheckName = (typeof CHECKS)[CheckGroup][number]

/** `unused`: the restaurant does without it, and nothing is wrong with that. */
export type CheckState = 'ok' | 'look' | 'wrong' | 'unknown' | 'unused'

/** One thing that must be right: how it stands, what that means in a sentence, and what can be done about it. */
export interface Check {
  state: CheckState
  says: ReactNode
  remedy?: ReactNode
  /** Whether it may change while nobody touches anything, and is then read aloud. */
  isReadAloud?: boolean
}

/** Whether a person has to do something about it: what nobody has tried yet counts, too. */
export function isToMind({ state }: Pick<Check, 'state'>): boolean {
  return state !== 'ok' && state !== 'unused'
}
