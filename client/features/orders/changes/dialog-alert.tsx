import type { ReactNode } from 'react'

/** What a dialog of the board answers: why something did not happen, or cannot. */
export function DialogAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-3 rounded-[12px] bg-sunk px-3.5 py-2.5 text-[15px] font-medium">
      {children}
    </p>
  )
}
