import { useEffect } from 'react'
import { Drawer, type PanelProps } from '../../ui/index.ts'
import { cart, useCart } from './cart-store.ts'

interface CartFrameProps extends Pick<PanelProps, 'belowTitle' | 'footer' | 'children'> {
  title: string
  isShown?: boolean
}

/** The drawer of a cart, this phone's own or a table's. While it is open, the menu behind it is dimmed. */
export default function CartFrame({ isShown = true, ...panel }: CartFrameProps) {
  const isOpen = useCart((state) => state.isOpen)
  useEffect(cart.drawerLoaded, [])
  return (
    <Drawer
      open={isOpen && isShown}
      onOpenChange={(open) => {
        if (!open) cart.close()
      }}
      // The page dims itself, by half (docs/product/cart.md#cart-drawer).
      dims={false}
      {...panel}
    />
  )
}
