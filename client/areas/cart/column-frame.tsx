import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { PanelProps } from '../../ui/index.ts'
import { CART_COLUMN_ID } from './cart-bar.tsx'
import { cart, useCart } from './cart-store.ts'

/** The frame of a cart beside the dishes. `children` renders a step in the column's panel. */
export default function ColumnFrame({ children }: { children: (Panel: ComponentType<PanelProps>) => ReactNode }) {
  const section = useRef<HTMLElement>(null)
  const mustFocus = useCart(({ isOpen, step }) => isOpen && step === 'cart')
  // A column is always open: what opens the drawer leads here.
  useEffect(() => {
    if (!mustFocus) return
    if (!section.current?.contains(document.activeElement)) section.current?.focus()
    cart.close()
  }, [mustFocus])
  const headingId = useId()
  const column = document.getElementById(CART_COLUMN_ID)
  return (
    column &&
    createPortal(
      <section
        ref={section}
        tabIndex={-1}
        data-takes-focus=""
        aria-labelledby={headingId}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <HeadingId value={headingId}>{children(ColumnPanel)}</HeadingId>
      </section>,
      column,
    )
  )
}

const HeadingId = createContext('')

function ColumnPanel({ title, back, belowTitle, children, footer }: PanelProps) {
  const headingId = useContext(HeadingId)
  return (
    <>
      <div className="flex shrink-0 items-center gap-3 px-5 pt-5 pb-4">
        {back}
        <h2 id={headingId} className="display min-w-0 flex-1 text-2xl leading-tight">
          {title}
        </h2>
      </div>
      {belowTitle && <div className="shrink-0 px-5 pb-4">{belowTitle}</div>}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-line border-t px-5">{children}</div>
      {footer && (
        <div data-kept-free="" className="shrink-0 border-line border-t px-5 pt-4 pb-5">
          {footer}
        </div>
      )}
    </>
  )
}
