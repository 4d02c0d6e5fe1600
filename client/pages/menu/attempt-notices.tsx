import { Suspense } from 'react'
import { cart } from '../../areas/cart/index.ts'
import { AttemptNotice, phaseOf, useCheckout, WaitingOrderBar } from '../../areas/checkout/index.ts'

/** The notice about an order whose outcome is not known, below the header. */
export function UnknownOutcomeNotice() {
  if (phaseOf(useCheckout()) !== 'open') return null
  return (
    <Suspense fallback={null}>
      <AttemptNotice className="sticky top-(--header) z-10 mx-auto mt-4 max-w-xl shadow-lift" />
    </Suspense>
  )
}

/** The bar about a waiting order, above the cart button. */
export function WaitingOrderNotice() {
  if (phaseOf(useCheckout()) !== 'waiting') return null
  return (
    <Suspense fallback={null}>
      <WaitingOrderBar onDetails={cart.toggle} />
    </Suspense>
  )
}
