import type { FiscalProfile } from '#shared/contracts/fiscal.ts'
import type { PaymentMethod } from '../payments/methods.ts'

/** What a restaurant sells and takes: the VAT rates of its dishes, null for none, and whether any has a deposit. */
export interface SoldAndTaken {
  rates: readonly (number | null)[]
  hasDeposit: boolean
  methods: readonly Pick<PaymentMethod, 'id' | 'kind'>[]
}

/** Names the groups and codes that the device lacks, as a refused receipt does (`FiscalRefusal`). */
export function missingGroups(profile: FiscalProfile, { rates, hasDeposit, methods }: SoldAndTaken): string[] {
  const { groups, depositGroup, tipGroup, codes } = profile
  return [
    ...rates.flatMap((rate) => (groups[rate ?? 'none'] ? [] : rate === null ? 'none' : `rate ${rate}`)),
    ...(hasDeposit && !depositGroup ? ['deposit'] : []),
    ...(tipGroup ? [] : ['tip']),
    ...methods.flatMap(({ id, kind }) => (kind === 'house' || codes[id] ? [] : `method ${id}`)),
  ]
}
