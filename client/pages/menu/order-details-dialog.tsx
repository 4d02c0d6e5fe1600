import { type ComponentProps, Suspense, useEffect } from 'react'
import { cart, useCart } from '../../areas/cart/index.ts'
import { checkout, OrderDetails, useCheckout } from '../../areas/checkout/index.ts'
import { Dialog, type PanelProps } from '../../ui/index.ts'

/** The details of an order, in a dialog above the cart; closing it leads back there. */
export default function OrderDetailsDialog(props: Omit<ComponentProps<typeof OrderDetails>, 'Panel'>) {
  const { phase } = useCheckout()
  // The cart may be emptied while the dialog is open, for example if its only dish is removed from the menu.
  const nothingToOrder = props.open && props.lines.length === 0 && (phase === 'idle' || phase === 'refused')
  useEffect(() => {
    if (nothingToOrder) leave()
  }, [nothingToOrder])
  return (
    <Suspense fallback={null}>
      <OrderDetails Panel={DetailsPanel} {...props} />
    </Suspense>
  )
}

function DetailsPanel({ title, back, children, footer, closable }: PanelProps) {
  const open = useCart(({ isOpen, step }) => isOpen && step === 'details')
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      dismissible={closable ?? true}
      title={
        <span className="flex items-center gap-1">
          {back}
          {title}
        </span>
      }
      footer={footer}
      // A phone of 844 px shows all of it.
      className="max-h-[97dvh]!"
    >
      <div className="-mt-3 -mb-1">{children}</div>
    </Dialog>
  )
}

function leave(): void {
  checkout.acknowledge()
  cart.backToCart()
}
