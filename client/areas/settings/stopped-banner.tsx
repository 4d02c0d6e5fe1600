import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/parts/button.tsx'

interface StoppedBannerProps {
  role: 'status' | 'alert'
  Icon: LucideIcon
  children: ReactNode
  remedy: { label: string; onClick: () => void; pending?: boolean }
}

/** A banner above the Orders tab for something that is stopped, with a button to resume it. */
export function StoppedBanner({ role, Icon, children, remedy: { label, ...button } }: StoppedBannerProps) {
  return (
    <div
      role={role}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-cancelled bg-cancelled-soft px-4 py-2.5 text-cancelled"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 text-[15px] font-medium">{children}</p>
      <Button size="small" variant="outline" {...button}>
        {label}
      </Button>
    </div>
  )
}
