import { dialledNumber, romanianForPeople } from '#shared/domain/customers/stored-phone.ts'

let plans: typeof import('#shared/domain/customers/phone.ts') | undefined

/** Loads the numbering plans of all countries, for foreign numbers; without them, these have no spaces. */
export async function loadNumberingPlans(): Promise<void> {
  plans = await import('#shared/domain/customers/phone.ts')
}

/** A stored number as people write it, as far as its numbering plan is loaded. */
export function phoneText(stored: string): string {
  return (
    romanianForPeople(stored) ??
    plans?.phoneForPeople(stored) ??
    (/^\d+$/.test(stored) ? dialledNumber(stored) : stored)
  )
}
