import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cartTotal } from '#shared/domain/orders/cart.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { PauseNote } from '../../lib/settings/pause-note.tsx'
import { useMoney } from '../../lib/settings/settings.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useOpenings } from '../../ui/overlays/use-openings.ts'
import { useWhileOpen } from '../../ui/overlays/use-while-open.ts'
import { Button } from '../../ui/parts/button.tsx'
import { RefusalNotice } from '../orders/index.ts'
import { AttemptNotice } from './attempt-notices.tsx'
import { hasCheckoutDraft, keepCheckoutDraft } from './checkout-draft.ts'
import { type CustomerDetails, customerOrder, type NamedLine, shownDishes, tableOrder } from './order-body.ts'
import { CustomerForm, TableForm } from './order-forms.tsx'
import { checkout, draft, dropCheckoutDraft, useCheckout } from './use-checkout.ts'

interface OrderDetailsDialogProps {
  open: boolean
  onClose: () => void
  lines: readonly NamedLine[]
  /** With a table, the order is for it and the short form is shown. */
  table: { id: number; number: number; label: string | null; key: string | null } | null
  /** Whether this phone may keep the guest's name and number: nobody is signed in on it. */
  mayRemember: boolean
  /** Shown instead of the form while the page does not know whether the table exists. */
  blockingNotice?: ReactNode
  nameOf: (menuItemId: number) => string | undefined
  onRemove: (menuItemIds: number[]) => void
}

const NO_ENTRIES: never[] = []

/** The last step of an order: the customer's or the table's form, or the notice about an undecided attempt. */
export default function OrderDetailsDialog({
  open,
  onClose,
  lines,
  table,
  mayRemember,
  blockingNotice,
  nameOf,
  onRemove,
}: OrderDetailsDialogProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const state = useWhileOpen(open, useCheckout())
  const visibleLines = useWhileOpen(open, lines)
  const sending = state.phase === 'sending'
  const refused = state.phase === 'refused' ? state : undefined
  const formShown =
    !blockingNotice && state.phase !== 'waiting' && state.phase !== 'open' && !(sending && state.resentFrom)
  const formId = useId()
  const [dining, setDining] = useState(draft.dining)
  const chooseDining = (option: CustomerDetails['diningOption']) => {
    keepCheckoutDraft({ dining: option })
    setDining(option)
  }
  /** Counts how often the form was begun anew. */
  const [restarts, setRestarts] = useState(0)
  const opening = useOpenings(open)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!sending}
      title={
        table ? t('checkout.tableTitle', { number: withLabel(String(table.number), table.label) }) : t('checkout.title')
      }
      description={table ? t('checkout.tableDescription') : undefined}
      footer={
        formShown && (
          <PlaceOrderButton
            form={formId}
            takeaway={!table && dining === 'takeaway'}
            total={format(cartTotal(visibleLines))}
            pending={sending}
          />
        )
      }
    >
      <AttemptNotice takesFocus />
      {refused && (
        <RefusalNotice
          refusal={refused.refusal}
          before={refused.attempt.body.total}
          shown={refused.attempt.shown ?? NO_ENTRIES}
          nameOf={nameOf}
          isInCart={(menuItemId) => lines.some(({ dish }) => dish.id === menuItemId)}
          onRemove={onRemove}
        />
      )}
      {!refused && <PauseNote className="mb-4" />}
      {blockingNotice}
      {formShown && (
        <RestoredDraft
          key={`${opening} ${restarts}`}
          part={table ? 'table' : 'customer'}
          onBeginAnew={() => {
            dropCheckoutDraft()
            setDining(draft.dining)
            setRestarts(restarts + 1)
          }}
        />
      )}
      {formShown &&
        (table ? (
          <TableForm
            key={restarts}
            id={formId}
            pending={sending}
            onSubmit={(notes) =>
              void checkout.place(
                tableOrder(lines, { ...table, name: t('common.table', { number: table.number }) }, notes),
                shownDishes(lines),
              )
            }
          />
        ) : (
          <CustomerForm
            key={restarts}
            id={formId}
            dining={dining}
            onDining={chooseDining}
            pending={sending}
            mayRemember={mayRemember}
            issues={refused?.refusal.issues ?? NO_ENTRIES}
            onSubmit={(details) => void checkout.place(customerOrder(lines, details), shownDishes(lines))}
          />
        ))}
    </Dialog>
  )
}

/** Says that the form contains what was typed earlier, and offers to begin anew. */
function RestoredDraft({ part, onBeginAnew }: { part: 'customer' | 'table'; onBeginAnew: () => void }) {
  const { t } = useTranslation()
  const [isRestored] = useState(() => hasCheckoutDraft(part))
  if (!isRestored) return null
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3 text-[14px] text-muted">
      <p role="status">{t('checkout.restored')}</p>
      <Button variant="quiet" size="small" className="-mr-2" onClick={onBeginAnew}>
        {t('checkout.beginAnew')}
      </Button>
    </div>
  )
}

interface PlaceOrderButtonProps {
  /** The id of the form that it submits; the button is below the form, always visible. */
  form: string
  takeaway: boolean
  total: string
  pending: boolean
}

/** The submit button. By law its label must state the obligation to pay for takeaway. */
function PlaceOrderButton({ form, takeaway, total, pending }: PlaceOrderButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      type="submit"
      form={form}
      size="large"
      pending={pending}
      className="w-full px-2 text-[15px] tracking-[-0.01em]"
    >
      {pending ? t('checkout.sending') : t(takeaway ? 'checkout.payTakeaway' : 'checkout.payDineIn', { total })}
    </Button>
  )
}
