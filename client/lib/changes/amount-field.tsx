import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import type { Currency } from '#shared/domain/money.ts'
import { typedAmount } from '#shared/domain/payments/methods.ts'
import { cx } from '../../ui/cx.ts'
import { TextInput } from '../../ui/inputs/field.tsx'

/** What `AmountInput` holds, by the rule of a contract for minor units. */
export const amountSchema = (currency: Currency, rule: z.ZodMiniNumber<number>) =>
  z.pipe(
    z.pipe(
      z.string().check(z.refine((text) => typedAmount(text, currency) !== undefined, 'validation.amount')),
      z.transform((text) => typedAmount(text, currency) ?? 0),
    ),
    rule,
  )

/** An input for money that somebody has in front of them: whole numbers are lei or euros. */
export function AmountInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <TextInput
      inputMode="decimal"
      maxLength={12}
      onFocus={({ target }) => target.select()}
      {...rest}
      className={cx('figures', className)}
    />
  )
}
