import { stored } from '../../lib/browser/storage.ts'

/** The contact details that a guest lets this phone keep for the next order; no server gets them before that order. */
export interface RememberedGuest {
  customerName: string
  phoneNumber: string
}

/** Written only after the guest has ticked it (docs/product/checkout.md#checkout-remember). */
export const rememberedGuest = stored<RememberedGuest>('guest', 1, (value) => {
  const { customerName, phoneNumber } = (value ?? {}) as Partial<RememberedGuest>
  const isValid = typeof customerName === 'string' && typeof phoneNumber === 'string'
  return isValid ? { customerName, phoneNumber } : undefined
})
