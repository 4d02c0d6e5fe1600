import { lazy, Suspense } from 'react'
import { dialledNumber, romanianForPeople } from '#shared/domain/customers/stored-phone.ts'
import { cx } from '../cx.ts'

let plans: typeof import('#shared/domain/customers/phone.ts') | undefined

/** Loads the numbering plans of all countries, for foreign numbers; without them, these have no spaces. */
async function loadNumberingPlans(): Promise<void> {
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

interface PhoneNumberProps {
  /** As stored. */
  number: string
}

const PhoneText = ({ number }: PhoneNumberProps) => phoneText(number)

const ForeignNumber = lazy(async () => {
  await loadNumberingPlans().catch(() => {})
  return { default: PhoneText }
})

export function PhoneLink({ number, className }: PhoneNumberProps & { className?: string }) {
  return (
    <a
      href={`tel:${dialledNumber(number)}`}
      className={cx('touch figures whitespace-nowrap underline decoration-edge underline-offset-3', className)}
    >
      {romanianForPeople(number) ?? (
        <Suspense fallback={<PhoneText number={number} />}>
          <ForeignNumber number={number} />
        </Suspense>
      )}
    </a>
  )
}
