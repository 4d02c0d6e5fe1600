import { Download, Merge, Trash2, UserX } from 'lucide-react'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import {
  type Customer,
  type CustomerWithOrders,
  customerChangeSchema,
  exportCustomer,
} from '#shared/contracts/customers.ts'
import type { Order } from '#shared/contracts/orders.ts'
import type { GuestReservation } from '#shared/contracts/reservations.ts'
import { ordersAMonth } from '#shared/domain/customers/customer.ts'
import { nameIn } from '#shared/domain/language.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { pick } from '#shared/domain/objects.ts'
import { nameWithOptions } from '#shared/domain/orders/line-options.ts'
import { countsForCustomer, isOpen } from '#shared/domain/orders/order.ts'
import { isOver, type ReservationStatus } from '#shared/domain/reservations/reservations.ts'
import { Editor } from '../../kit/editor.tsx'
import { fieldsOf } from '../../kit/fields.tsx'
import { form, reader } from '../../kit/form.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { paths } from '../../lib/browser/paths.ts'
import { hasFormDraft, unequalFields } from '../../lib/changes/use-editor.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { MorePages, NotLoaded } from '../../lib/loading/list.tsx'
import { inParts } from '../../lib/settings/settings.ts'
import { Badge, Button, buttonClass, cx, Dialog, EmptyState, language, Money, PhoneLink, t } from '../../ui/index.ts'
import { openReservation } from '../reservations/index.ts'
import { CustomerTags, TierBadge, useCustomerFormat } from './customer-list.tsx'
import { customerList, useCustomer, useOrdersOf } from './customer-requests.ts'
import { openMerge } from './merge-dialog.tsx'

interface CustomerDataProps {
  customer: CustomerWithOrders
  onMerged: (into: Customer) => void
  onErased: () => void
}

/** Actions on a customer's data: download, merge with another customer, erase. */
function CustomerData({ customer, onMerged, onErased }: CustomerDataProps) {
  const { nameOf, momentOf } = useCustomerFormat()
  // While one is open, the server erases nothing.
  const order = customer.orders.find(({ status }) => isOpen(status))
  const reservation = customer.reservations.find(({ status }) => !isOver(status))
  const merge = async () => {
    const into = await openMerge(customer)
    if (into) onMerged(into)
  }
  const askToErase = async () => {
    const isErased = await confirm({
      title: t('customers.eraseTitle', { name: nameOf(customer) }),
      description: t('customers.eraseDescription'),
      confirm: t('customers.eraseConfirm'),
      isDestructive: true,
      action: () => customerList.erase(customer),
    })
    if (isErased) onErased()
  }
  const file = exportCustomer.path.replace(':id', String(customer.id))
  return (
    <div className="flex flex-wrap gap-2.5">
      <a href={file} download className={buttonClass({ variant: 'outline' })}>
        <Download aria-hidden="true" className="size-4.5" />
        {t('customers.exportJson')}
      </a>
      <a href={`${file}?as=text&lang=${language}`} download className={buttonClass({ variant: 'outline' })}>
        <Download aria-hidden="true" className="size-4.5" />
        {t('customers.exportText')}
      </a>
      <Button variant="outline" onClick={() => void merge()}>
        <Merge aria-hidden="true" className="size-4.5" />
        {t('customers.merge')}
      </Button>
      {order || reservation ? (
        <p className="basis-full text-body text-muted">
          {t('customers.eraseAfter')}{' '}
          {order ? (
            <Link href={paths.dashboardTab('orders', { list: order.status })} className="touch text-link">
              {t('orders.order', { id: order.id })}
            </Link>
          ) : (
            reservation && (
              <button type="button" className="touch text-link" onClick={() => openReservation({ id: reservation.id })}>
                {t('customers.reservationOf', { moment: momentOf(reservation.at) })}
              </button>
            )
          )}
        </p>
      ) : (
        <Button variant="outline" className="text-cancelled!" onClick={() => void askToErase()}>
          <Trash2 aria-hidden="true" className="size-4.5" />
          {t('customers.erase')}
        </Button>
      )}
    </div>
  )
}

function FiguresOfCustomer({ customer }: { customer: Customer }) {
  const { momentOf } = useCustomerFormat()
  const monthly = ordersAMonth(customer.visitFrequency)
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-2">
      <Figure label={t('customers.orderCount')}>{customer.orderCount}</Figure>
      <Figure label={t('customers.totalSpent')}>
        <Money parts={inParts(customer.totalSpent)} />
      </Figure>
      <Figure label={t('customers.averageOrder')}>
        <Money parts={inParts(customer.averageOrderValue)} />
      </Figure>
      <Figure label={t('customers.frequency')}>
        {monthly === 0 ? t('customers.seldom') : t('customers.frequencyValue', { count: monthly })}
      </Figure>
      <Figure label={t('customers.firstOrder')}>{momentOf(customer.firstOrder)}</Figure>
      <Figure label={t('customers.lastOrder')}>{momentOf(customer.lastOrder)}</Figure>
      <Figure label={t('customers.loyaltyTier')}>
        <TierBadge tier={customer.loyaltyTier} />
      </Figure>
      <Figure label={t('customers.segment')}>
        {customer.segment === null ? '–' : t(`customers.segments.${customer.segment}`)}
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  )
}

function CustomerOrders({ customer }: { customer: CustomerWithOrders }) {
  const { orders, ...list } = useOrdersOf(customer.id, customer.orders)
  if (orders.length === 0) return <p className="text-muted">{t('customers.noOrders')}</p>
  return (
    <>
      <ul aria-label={t('customers.orders')} className="divide-y divide-line card-face">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      <MorePages list={list} more={t('orders.older')} />
    </>
  )
}

function OrderRow({ order }: { order: Order }) {
  const { momentOf } = useCustomerFormat()
  const diningText = order.diningOption === 'takeaway' ? t('orders.takeaway') : t('orders.dineIn')
  const locationText = order.tableNumber === null ? diningText : t('common.table', { number: order.tableNumber })
  const dishes = order.items.filter(({ quantity }) => quantity > 0)
  const isCounted = countsForCustomer(order.status)
  return (
    <li aria-label={t('orders.order', { id: order.id })} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="figures font-semibold">#{order.id}</span>
        <Badge tone={order.status} dot>
          {t(`orders.status.${order.status}`)}
        </Badge>
        <span className={cx('ml-auto', !isCounted && 'text-muted line-through')}>
          <Money parts={moneyParts(order.total, order.currency)} />
        </span>
      </div>
      <p className="mt-1 text-sm text-muted">
        <span className="figures">{momentOf(order.createdAt)}</span> · {locationText}
        {!isCounted && ` · ${t('customers.orderNotCounted')}`}
      </p>
      <p className="mt-1 text-sm">
        {dishes
          .map((dish) => `${dish.quantity}× ${nameWithOptions(nameIn(language, dish), dish.options, language)}`)
          .join(', ')}
      </p>
      {order.notes && <p className="mt-1 text-sm text-accent">{order.notes}</p>}
    </li>
  )
}

/** The newest reservations of the customer's numbers, and how many of them were kept. */
function CustomerReservations({ reservations }: { reservations: readonly GuestReservation[] }) {
  const { momentOf } = useCustomerFormat()
  const count = (ended: ReservationStatus) => reservations.filter(({ status }) => status === ended).length
  return (
    <>
      <p className="-mt-1.5 mb-2.5 text-body text-muted">
        {t('customers.visits', { count: count('done') })} · {t('customers.noShows', { count: count('no_show') })}
      </p>
      <ul aria-label={t('reservations.title')} className="divide-y divide-line card-face">
        {reservations.map(({ id, at, party, status }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-3">
            <span className="figures font-semibold">{momentOf(at)}</span>
            <Badge>{t(`reservations.status.${status}`)}</Badge>
            <span className="ml-auto text-muted text-sm">{t('orders.guests', { count: party })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface CustomerDialogProps {
  id: number
  open: boolean
  onOpen: (id: number | null) => void
  /** Gets the focus on closing if the customer's row is gone. */
  focusWhenGone: () => HTMLElement | null | undefined
}

/** The dialog of one customer: figures, details, orders, reservations, and actions on the data. */
export function CustomerDialog({ id, open, onOpen, focusWhenGone }: CustomerDialogProps) {
  const { nameOf } = useCustomerFormat()
  const isRowGone = useRef(false)
  const goToNext = (next: number | null) => {
    isRowGone.current = true
    onOpen(next)
  }
  const query = useCustomer(id, open)
  const { data: customer, error } = query
  const isGone = error instanceof RequestError && error.code === 'not_found'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onOpen(null)}
      onClosed={() => {
        // Set the focus again: a nested dialog has returned it after `finalFocus`.
        if (isRowGone.current) focusWhenGone()?.focus()
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
      ) : (
        <NotLoaded queries={[query]} shapes={['h-28', 'h-48']} className="space-y-3" />
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

interface CustomerSectionsProps {
  customer: CustomerWithOrders
  onGone: (next: number | null) => void
}

function CustomerSections({ customer, onGone }: CustomerSectionsProps) {
  const [isEditing, setEditing] = useState(() => hasFormDraft(`${customerList.draft}.${customer.id}`))
  const hasDetails = Boolean(customer.email || customer.notes || customer.tags.length > 0)
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-start justify-end gap-3">
        <section aria-label={t('reports.sections.figures')} className="min-w-0 flex-1 max-sm:basis-full">
          <FiguresOfCustomer customer={customer} />
        </section>
        {!isEditing && (
          <Button variant="outline" onClick={() => setEditing(true)}>
            {t('customers.edit')}
          </Button>
        )}
      </div>
      {(isEditing || hasDetails) && (
        <section aria-label={t('customers.details')}>
          {isEditing ? (
            <PersonDetails customer={customer} onDone={() => setEditing(false)} />
          ) : (
            <div className="space-y-1 text-body break-words">
              {customer.email && <p>{customer.email}</p>}
              <p className="flex flex-wrap gap-1.5 empty:hidden">
                <CustomerTags tags={customer.tags} />
              </p>
              {customer.notes && <p className="whitespace-pre-line text-accent">{customer.notes}</p>}
            </div>
          )}
        </section>
      )}
      <CustomerSection title={t('customers.orders')}>
        <CustomerOrders customer={customer} />
      </CustomerSection>
      {customer.reservations.length > 0 && (
        <CustomerSection title={t('reservations.title')}>
          <CustomerReservations reservations={customer.reservations} />
        </CustomerSection>
      )}
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

const personForm = form(customerChangeSchema, {
  name: reader.text,
  email: reader.text,
  notes: reader.text,
  /** One text, separated by commas. */
  tags: {
    show: (tags: readonly string[]) => tags.join(', '),
    read: (typed?: string) => typed?.split(',').flatMap((part) => part.trim() || []),
  },
})
const { Text } = fieldsOf(personForm)

/** Checks only changed fields: a name from an order may be shorter than the form allows. */
const checkChanged: typeof personForm.resolver = (values, before = values, options) =>
  personForm.resolver(pick(values, unequalFields(values, before)) as typeof values, before, options)

/** The form for a customer's name, email, tags and notes. Typed values stay if the customer changes meanwhile. */
function PersonDetails({ customer, onDone }: { customer: Customer; onDone: () => void }) {
  return (
    <Editor
      of={customerList}
      form={{ ...personForm, resolver: checkChanged }}
      item={customer}
      own={{ savedText: () => t('customers.saved') }}
      place="part"
      onDone={onDone}
      className="grid gap-4 sm:grid-cols-2"
    >
      <Text name="name" label="customers.name" />
      <Text name="email" label="customers.email" type="email" autoCapitalize="none" spellCheck={false} />
      <Text name="tags" label="customers.tags" hint="customers.tagsHint" fieldClass="sm:col-span-2" maxLength={700} />
      <Text name="notes" label="customers.notes" hint="customers.notesHint" fieldClass="sm:col-span-2" rows={3} />
    </Editor>
  )
}
