import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartLine } from '#shared/domain/cart.ts'
import { cartTotal } from '#shared/domain/cart.ts'
import { RefusalNotice } from '../../lib/refusal-notice.tsx'
import { useMoney, useSettings } from '../../lib/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CustomerForm } from './customer-form.tsx'
import { OpenAttempt } from './open-attempt.tsx'
import { type CustomerDetails, customerOrder, tableOrder } from './order-body.ts'
import { PlaceOrderButton } from './place-order-button.tsx'
import { TableForm } from './table-form.tsx'
import { checkout, useCheckout } from './use-checkout.ts'

interface OrderDetailsDialogProps {
  open: boolean
  onClose: () => void
  lines: readonly CartLine[]
  /** Where a table is set, the order is for it and the short form is shown. */
  table: { id: number; number: number } | null
  /** Stands in the place of the form while the table is not certain. */
  held?: ReactNode
  nameOf: (menuItemId: number) => string | undefined
  onRemove: (menuItemIds: number[]) => void
}

const NO_ISSUES: never[] = []

/** The last step before the kitchen: the customer's form, or the table's. An open attempt stands in its place. */
export default function OrderDetailsDialog({
  open,
  onClose,
  lines,
  table,
  held,
  nameOf,
  onRemove,
}: OrderDetailsDialogProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { ordersPaused } = useSettings()
  const state = useCheckout()
  const sending = state.phase === 'sending'
  const refused = state.phase === 'refused' ? state : undefined
  const formShown = !held && state.phase !== 'open' && !(sending && state.again)
  const formId = useId()
  const [dining, setDining] = useState<CustomerDetails['diningOption']>('takeaway')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!sending}
      title={table ? t('checkout.tableTitle', { number: table.number }) : t('checkout.title')}
      description={table ? t('checkout.tableDescription') : undefined}
      footer={
        formShown && (
          <PlaceOrderButton
            form={formId}
            takeaway={!table && dining === 'takeaway'}
            total={format(cartTotal(lines))}
            pending={sending}
          />
        )
      }
    >
      <OpenAttempt />
      {refused && (
        <RefusalNotice
          refusal={refused.refusal}
          before={refused.attempt.body.total}
          nameOf={nameOf}
          onRemove={onRemove}
        />
      )}
      {ordersPaused && !refused && (
        <p
          role="status"
          className="mb-4 rounded-control bg-pending-soft px-4 py-3 text-[15px] font-medium text-pending"
        >
          {t('menu.paused')}
        </p>
      )}
      {held}
      {formShown &&
        (table ? (
          <TableForm
            id={formId}
            pending={sending}
            onSubmit={(notes) =>
              void checkout.place(
                tableOrder(lines, { id: table.id, name: t('common.table', { number: table.number }) }, notes),
              )
            }
          />
        ) : (
          <CustomerForm
            id={formId}
            dining={dining}
            onDining={setDining}
            pending={sending}
            issues={refused?.refusal.issues ?? NO_ISSUES}
            onSubmit={(details) => void checkout.place(customerOrder(lines, details))}
          />
        ))}
    </Dialog>
  )
}
