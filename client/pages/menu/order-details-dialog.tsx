import { type ComponentProps, useEffect } from 'react'
import { cart, useCart } from '../../areas/cart/index.ts'
import { checkout, OrderDetails, useCheckout } from '../../areas/checkout/index.ts'
import { Button, Dialog, type PanelProps, Part, Spinner, t } from '../../ui/index.ts'
import type { GuestTable } from './use-guest-table.ts'

interface OrderDetailsDialogProps extends Omit<ComponentProps<typeof OrderDetails>, 'Panel' | 'table'> {
  guestTable: GuestTable
}

/** The details of an order, in a dialog above the cart; closing it leads back there. */
export default function OrderDetailsDialog({ guestTable, ...props }: OrderDetailsDialogProps) {
  const { phase } = useCheckout()
  // The cart may be emptied while the dialog is open, for example if its only dish is removed from the menu.
  const nothingToOrder = props.open && props.lines.length === 0 && (phase === 'idle' || phase === 'refused')
  useEffect(() => {
    if (nothingToOrder) leave()
  }, [nothingToOrder])
  return (
    <Part>
      <OrderDetails
        Panel={DetailsPanel}
        table={guestTable.table}
        blockingNotice={guestTable.isChecking && <TableCheck table={guestTable} />}
        {...props}
      />
    </Part>
  )
}

function DetailsPanel({ title, back, children, footer, closable }: PanelProps) {
  const open = useCart(({ isOpen, step }) => isOpen && step === 'details')
  return (
    <Dialog
      open={open}
      onOpenChange={leave}
      dismissible={closable ?? true}
      title={title}
      back={back}
      footer={footer}
      // A phone of 844 px shows all of it.
      className="max-h-[97dvh]!"
    >
      <div className="-mt-3 -mb-1">{children}</div>
    </Dialog>
  )
}

/** Shown in place of the order form until the table is known, so that no order is sent without its table. */
function TableCheck({ table }: { table: GuestTable }) {
  const failed = table.problem === 'notChecked'
  return (
    <section role="status" className="flex flex-col items-start gap-3 rounded-card bg-sunk p-4 text-body">
      <p className="flex items-center gap-2.5 font-medium">
        {!failed && <Spinner className="size-5" />}
        {failed ? t('table.notChecked') : t('table.checking')}
      </p>
      <div className="flex flex-wrap gap-2">
        {failed && <Button onClick={table.retry}>{t('common.tryAgain')}</Button>}
        <Button variant="outline" onClick={table.leave}>
          {t('table.without')}
        </Button>
      </div>
    </section>
  )
}

function leave(): void {
  checkout.acknowledge()
  cart.backToCart()
}
