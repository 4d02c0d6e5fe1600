import { UserX } from 'lucide-react'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CustomerWithOrders } from '#shared/contracts/customers.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { LoadFailure } from '../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../ui/parts/skeleton.tsx'
import { PhoneLink } from '../../ui/phone/phone-link.tsx'
import { useCustomer } from './customer-calls.ts'
import { CustomerData } from './customer-data.tsx'
import { FiguresOfCustomer } from './customer-figures.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { useCustomerFormat } from './customer-words.ts'
import { PersonDetails } from './person-details.tsx'

interface CustomerDialogProps {
  /** Null while the dialog is closed. */
  id: number | null
  onOpen: (id: number | null) => void
  /** Gets the focus on closing if the customer's row is gone. */
  focusWhenGone: () => HTMLElement | null | undefined
}

/** The dialog of one customer: figures, details, orders, and actions on the data. */
export function CustomerDialog({ id, onOpen, focusWhenGone }: CustomerDialogProps) {
  // The customer stays rendered during the closing animation.
  const [shownId, setShownId] = useState(id)
  if (id !== null && id !== shownId) setShownId(id)
  if (shownId === null) return null
  return (
    <CustomerDialogContent
      id={shownId}
      open={id !== null}
      onOpen={onOpen}
      onClosed={() => setShownId(null)}
      focusWhenGone={focusWhenGone}
    />
  )
}

interface CustomerDialogContentProps extends CustomerDialogProps {
  id: number
  open: boolean
  onClosed: () => void
}

function CustomerDialogContent({ id, open, onOpen, onClosed, focusWhenGone }: CustomerDialogContentProps) {
  const { t } = useTranslation()
  const { nameOf } = useCustomerFormat()
  const isRowGone = useRef(false)
  const goToNext = (next: number | null) => {
    isRowGone.current = true
    onOpen(next)
  }
  const { data: customer, error, isFetching, refetch } = useCustomer(id, open)
  const isGone = error instanceof RequestError && error.code === 'not_found'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onOpen(null)}
      onClosed={() => {
        // Set the focus again: a nested dialog has returned it after `finalFocus`.
        if (isRowGone.current) focusWhenGone()?.focus()
        onClosed()
      }}
      title={isGone || !customer ? t('customers.customer') : nameOf(customer)}
      description={!isGone && customer && <PhoneNumbers customer={customer} />}
      className="sm:max-w-2xl!"
      finalFocus={() => (isRowGone.current ? focusWhenGone() : undefined)}
    >
      {isGone ? (
        <EmptyState
          role="alert"
          icon={<UserX />}
          title={t('customers.gone')}
          description={t('customers.goneDescription')}
        />
      ) : customer ? (
        <CustomerSections key={id} customer={customer} onGone={goToNext} />
      ) : error && !isFetching ? (
        <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="space-y-3">
          <span className="sr-only">{t('common.loading')}</span>
          <Skeleton className="h-28" />
          <Skeleton className="h-48" />
        </div>
      )}
    </Dialog>
  )
}

function PhoneNumbers({ customer: { phoneNumber, otherNumbers } }: { customer: CustomerWithOrders }) {
  return [phoneNumber, ...otherNumbers].map((number, index) => (
    <Fragment key={number}>
      {index > 0 && ' · '}
      <PhoneLink number={number} />
    </Fragment>
  ))
}

function CustomerSections({
  customer,
  onGone,
}: {
  customer: CustomerWithOrders
  onGone: (next: number | null) => void
}) {
  const { t } = useTranslation()
  return (
    <div className="space-y-7">
      <CustomerSection title={t('customers.figures')}>
        <FiguresOfCustomer customer={customer} />
      </CustomerSection>
      <CustomerSection title={t('customers.details')}>
        <PersonDetails customer={customer} />
      </CustomerSection>
      <CustomerSection title={t('customers.orders')}>
        <CustomerOrders customer={customer} />
      </CustomerSection>
      <CustomerSection title={t('customers.data')}>
        <CustomerData customer={customer} onMerged={({ id }) => onGone(id)} onErased={() => onGone(null)} />
      </CustomerSection>
    </div>
  )
}

function CustomerSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="display mb-2.5 text-lg">{title}</h3>
      {children}
    </section>
  )
}
