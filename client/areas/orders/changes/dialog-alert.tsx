import type { ReactNode } from 'react'

/** A message in a dialog of the board: why a change failed, or is not possible. */
export function DialogAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-3 rounded-[12px] bg-sunk px-3.5 py-2.5 text-[15px] font-medium">
      {children}
    </p>
  )
}
