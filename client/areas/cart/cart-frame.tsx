import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useIsWide } from '../../lib/browser/environment.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { DrawerFrame, DrawerPanel, type PanelProps, useWhileOpen } from '../../ui/index.ts'
import { CART_COLUMN_FROM } from './cart-bar.tsx'
import { cart, useCart } from './cart-store.ts'

// Phones do not need it.
const ColumnFrame = lazy(importWithRetry(() => import('./column-frame.tsx')))

export interface CartDetails {
  /** @param Panel the panel of the frame in which it is shown */
  content: (Panel: ComponentType<PanelProps>) => ReactNode
  /** The order is being sent: the drawer stays as it is. */
  isHeld: boolean
  onBack: () => void
  onClose: () => void
}

interface CartFrameProps extends Pick<PanelProps, 'belowTitle' | 'footer' | 'children'> {
  title: string
  isShown?: boolean
  details?: CartDetails | undefined
}

/** The frame of a cart, this phone's own or a table's: from 1024 px the column beside the dishes, below it a drawer. */
export default function CartFrame({ isShown = true, details, ...panel }: CartFrameProps) {
  const isColumn = useIsWide(CART_COLUMN_FROM)
  const isOpen = useCart((state) => state.isOpen)
  const step = useCart((state) => state.step)
  const shownStep = useWhileOpen(isOpen, step)
  useEffect(() => cart.shownAs(isColumn ? 'column' : 'drawer'), [isColumn])
  const content = (Panel: ComponentType<PanelProps>) => {
    const cartPanel = <Panel {...panel} />
    const isDetails = (isColumn ? step : shownStep) === 'details'
    return isDetails && details ? <Suspense fallback={cartPanel}>{details.content(Panel)}</Suspense> : cartPanel
  }
  if (isColumn) return <Suspense fallback={null}>{isShown && <ColumnFrame>{content}</ColumnFrame>}</Suspense>
  return (
    <DrawerFrame
      open={isOpen && isShown}
      onOpenChange={(open) => {
        if (!open) (details?.onClose ?? cart.close)()
      }}
      onBack={step === 'details' ? details?.onBack : undefined}
      dismissible={!details?.isHeld}
    >
      {content(DrawerPanel)}
    </DrawerFrame>
  )
}
