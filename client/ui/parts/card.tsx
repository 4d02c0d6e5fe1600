import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

/** A sheet on the paper: hairline, one soft shadow, radius 18. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-card border border-line bg-card shadow-soft', className)} {...rest} />
}
