import type { MoneyParts } from '#shared/domain/money.ts'
import { cx } from '../cx.ts'

export function Money({ parts, className }: { parts: MoneyParts; className?: string }) {
  return (
    <span className={cx('figures whitespace-nowrap', className)}>
      {parts.prefix}
      {parts.figure}
      {parts.suffix && <span className="text-[0.72em] font-medium text-muted"> {parts.suffix}</span>}
    </span>
  )
}
