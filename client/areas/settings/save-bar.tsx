import type { ReactNode } from 'react'
import { Button } from '../../ui/parts/button.tsx'

/** The end of each form of settings: its button stays in sight while a long form is scrolled. */
export function SaveBar({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <div data-bottom-bar="" className="sticky -bottom-5 z-1 -mx-5 bg-paper px-5 py-3 sm:-mx-6 sm:px-6">
      <Button type="submit" pending={pending} className="w-full">
        {children}
      </Button>
    </div>
  )
}
