import { lazy, Suspense } from 'react'
import { dialledNumber, romanianForPeople } from '#shared/domain/customers/stored-phone.ts'
import { cx } from '../cx.ts'
import { loadNumberingPlans, phoneText } from './phone-text.ts'

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
