import { useState } from 'react'
import type { Currency } from '#shared/domain/money.ts'
import { countedCash, DENOMINATIONS, typedAmount } from '#shared/domain/payments/cash.ts'
import { storedDraft } from '../../../lib/browser/draft.ts'

/** How often each note was counted, as typed, and what is decided about the cash. */
export interface Count {
  notes: Record<string, string>
  coins: string
  /** What stays in the till, as typed; null as proposed. */
  left: string | null
  note: string
  /** The last entry of the day when the count was confirmed; null while it is being made. */
  confirmed: number | null
}

const EMPTY: Count = { notes: {}, coins: '', left: null, note: '', confirmed: null }

function parse(value: unknown): Count | undefined {
  const { notes, coins, note } = (value ?? {}) as Partial<Count>
  const isCount = typeof notes === 'object' && notes !== null && typeof coins === 'string' && typeof note === 'string'
  return isCount ? { ...EMPTY, ...(value as Count) } : undefined
}

/** The count for the day with this number; it survives a reload, and ends with the day. */
export function useCount(number: number) {
  const [draft] = useState(() => storedDraft(`day.${number}`, 1, parse))
  const [count, setCount] = useState(() => draft.read() ?? EMPTY)
  return {
    count,
    change(part: Partial<Count>) {
      const next = { ...count, ...part }
      setCount(next)
      draft.write(next)
    },
    clear: draft.clear,
  }
}

/** The counted cash in minor units; undefined while the coins are no amount. */
export function totalOf({ notes, coins }: Count, currency: Currency): number | undefined {
  const inCoins = coins.trim() === '' ? 0 : typedAmount(coins, currency)
  if (inCoins === undefined) return undefined
  return countedCash(new Map(DENOMINATIONS[currency].map((note) => [note, Number(notes[note] ?? 0)])), inCoins)
}
