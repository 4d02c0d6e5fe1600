import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** An error in a dialog, announced to screen readers. */
export function Problem({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="mb-4 flex gap-2.5 rounded-control bg-cancelled-soft px-4 py-3 text-[15px] text-cancelled"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
