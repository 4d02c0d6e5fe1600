import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-card border border-line bg-card shadow-soft', className)} {...rest} />
}
