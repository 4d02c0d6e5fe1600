import { dialledNumber, phoneForPeople } from '#shared/domain/customers/phone.ts'
import { cx } from '../cx.ts'

/** Apart from the input, whose list of countries no page with a number needs. */
export function PhoneLink({ number, className }: { number: string; className?: string }) {
  return (
    <a
      href={`tel:${dialledNumber(number)}`}
      className={cx('touch figures whitespace-nowrap underline decoration-edge underline-offset-3', className)}
    >
      {phoneForPeople(number)}
    </a>
  )
}
