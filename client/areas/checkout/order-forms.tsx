import { zodResolver } from '@hookform/resolvers/zod'
import { Bike, ShoppingBag, Utensils } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { customerFields, ORDER_NOTES_MAX, type OrderRequest } from '#shared/contracts/orders.ts'
import type { CustomerDetails } from '#shared/domain/orders/cart-orders.ts'
import { withLabel } from '#shared/domain/table.ts'
import { scrollBehavior } from '../../lib/browser/environment.ts'
import { fieldError, fieldProps } from '../../lib/changes/field-error.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, SelectField, TextArea, TextField, t } from '../../ui/index.ts'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { useTables } from '../tables/index.ts'
import { keepCheckoutDraft, rememberedGuest, useKeptCheckout, useOrdering } from './use-checkout.ts'

interface DiningChoiceProps {
  value: 'dine-in' | 'takeaway'
  onChange: (value: 'dine-in' | 'takeaway') => void
  isForSomebody: boolean | undefined
}

/** The choice between dine-in and takeaway. Delivery is shown to guests as unavailable, unless it is never mentioned. */
export function DiningChoice({ value, onChange, isForSomebody }: DiningChoiceProps) {
  const noteId = useId()
  const deliveryNote = useSettings().deliveryNote && !isForSomebody
  const options = [
    { option: 'dine-in', label: t('checkout.dineIn'), Icon: Utensils },
    { option: 'takeaway', label: t('checkout.takeaway'), Icon: ShoppingBag },
    { option: 'delivery', label: t('checkout.delivery'), Icon: Bike },
  ] as const
  const shown = deliveryNote ? options : options.slice(0, 2)
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">
        {t(isForSomebody ? 'checkout.diningForSomebody' : 'checkout.diningOption')}
      </legend>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {shown.map(({ option, label, Icon }) => (
          <label
            key={option}
            className="choosable min-h-[50px] gap-0.5 px-1 py-1.5 font-semibold text-small has-disabled:border-dashed"
          >
            <input
              type="radio"
              name="diningOption"
              className="sr-only"
              value={option}
              checked={option === value}
              disabled={option === 'delivery'}
              aria-describedby={option === 'delivery' ? noteId : undefined}
              onChange={() => {
                if (option !== 'delivery') onChange(option)
              }}
            />
            <Icon className="size-[19px]" />
            {label}
          </label>
        ))}
      </div>
      {deliveryNote && (
        <p id={noteId} className="mt-1 text-xs text-muted">
          {t('checkout.deliveryNote')}
        </p>
      )}
    </fieldset>
  )
}

interface RememberChoiceProps {
  isKept: boolean
  checked: boolean
  onCheck: (checked: boolean) => void
  onForget: () => void
}

/** Whether this phone keeps the guest's name and number for the next order (docs/product/checkout.md#checkout-remember). */
function RememberChoice({ isKept, checked, onCheck, onForget }: RememberChoiceProps) {
  if (isKept)
    return (
      <p className="-my-1 flex min-h-11 items-center justify-between gap-3 text-sm text-muted">
        {t('checkout.kept')}
        <Button variant="quiet" size="small" className="-mr-3 shrink-0" onClick={onForget}>
          {t('checkout.forget')}
        </Button>
      </p>
    )
  return (
    <label className="-my-1 flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={checked}
        onChange={({ target }) => onCheck(target.checked)}
      />
      {t('checkout.remember')}
    </label>
  )
}

const customerForm = z.object(customerFields)
type FormValues = z.input<typeof customerForm>

const EMPTY: FormValues = { customerName: '', phoneNumber: '', email: '', notes: '' }

function typedFor({ customerName, phoneNumber, email, notes }: OrderRequest): FormValues {
  return { customerName, phoneNumber, email: email ?? '', notes: notes ?? '' }
}

interface CustomerFormProps {
  id: string
  dining: CustomerDetails['diningOption']
  /** The question where to eat; it stands first. */
  diningChoice: ReactNode
  pending: boolean
  /** Whether this phone may keep the guest's name and number: it is the guest's own. */
  mayRemember: boolean
  /** Whether staff fill it in for somebody on the telephone. */
  isForSomebody: boolean | undefined
  /** An order that the server refused: the form begins with what was typed for it. */
  refused: OrderRequest | undefined
  /** The server's validation errors; `path` is the name of a field. */
  issues: readonly { path: string; message: string }[]
  onSubmit: (details: CustomerDetails) => void
}

/** The form for a guest's own order (docs/product/checkout.md#checkout-customer-form). */
export function CustomerForm(props: CustomerFormProps) {
  const { id, dining, diningChoice, pending, mayRemember, isForSomebody, refused, issues, onSubmit } = props
  const { draft } = useOrdering()
  const [kept, setKept] = useState(() => (mayRemember ? rememberedGuest.read() : undefined))
  const [remember, setRemember] = useState(draft.typed.remember || kept !== undefined)
  useEffect(() => {
    draft.typed.remember = mayRemember && remember
  }, [draft, mayRemember, remember])
  const form = useForm({
    resolver: zodResolver(customerForm),
    defaultValues: { ...EMPTY, ...kept, ...(refused && typedFor(refused)), ...draft.typed.customer },
  })
  const register = fieldProps(form)
  const forget = () => {
    rememberedGuest.clear()
    setKept(undefined)
    setRemember(false)
    form.setValue('customerName', '')
    form.setValue('phoneNumber', '')
    form.setFocus('customerName')
  }
  const { errors } = form.formState
  const seat = useSeat(dining === 'dine-in')

  useKeptCheckout('customer', form)
  useEffect(() => {
    for (const { path, message } of issues) {
      if (path in EMPTY) form.setError(path as keyof FormValues, { type: 'server', message })
    }
  }, [issues, form])

  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((values) => onSubmit({ ...values, diningOption: dining, tableId: seat.tableId }))(event)
      }
    >
      <fieldset disabled={pending} className="space-y-2">
        {diningChoice}
        <SeatChoice {...seat} isForSomebody={isForSomebody} />
        <TextField
          label={t('checkout.name')}
          {...register('customerName')}
          autoComplete="name"
          maxLength={100}
          required
        />
        <Controller
          name="phoneNumber"
          control={form.control}
          render={({ field: { value, ...field } }) => (
            <TextField
              // The input holds its text itself: a new one is empty once the number is forgotten.
              key={kept && 'kept'}
              as={PhoneInput}
              label={t('checkout.phone')}
              error={fieldError(errors.phoneNumber)}
              {...field}
              defaultValue={value}
              required
            />
          )}
        />
        <TextField
          label={<OptionalLabel name={t('checkout.email')} />}
          {...register('email')}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <TextField
          as={TextArea}
          label={<OptionalLabel name={t('checkout.notes')} />}
          {...register('notes')}
          rows={1}
          maxLength={ORDER_NOTES_MAX}
        />
        {mayRemember && (
          <RememberChoice isKept={kept !== undefined} checked={remember} onCheck={setRemember} onForget={forget} />
        )}
        {!isForSomebody && <OrderTerms />}
      </fieldset>
    </form>
  )
}

/** Where the guest says to sit, among the tables; none can be chosen while orders need the key of its code. */
function useSeat(isAsked: boolean) {
  const { tableKeysRequired } = useSettings()
  const { draft } = useOrdering()
  const mayChoose = isAsked && !tableKeysRequired
  const { data } = useTables(mayChoose)
  const [chosen, setChosen] = useState(draft.typed.tableId ?? null)
  const tables = mayChoose ? (data ?? []) : []
  return {
    tables,
    tableId: tables.some(({ id }) => id === chosen) ? chosen : null,
    onChoose: (tableId: number | null) => {
      keepCheckoutDraft(draft, { tableId })
      setChosen(tableId)
    },
  }
}

type SeatChoiceProps = ReturnType<typeof useSeat> & Pick<DiningChoiceProps, 'isForSomebody'>

/** Asks where a guest sits who eats here; whoever has no table yet leaves it empty. */
function SeatChoice({ tables, tableId, onChoose, isForSomebody }: SeatChoiceProps) {
  if (tables.length === 0) return null
  return (
    <SelectField
      label={<OptionalLabel name={t(isForSomebody ? 'checkout.seatForSomebody' : 'checkout.seat')} />}
      placeholder={t('table.choose')}
      value={tableId}
      onValueChange={(id) => onChoose(id || null)}
      options={[
        { value: 0, label: t('checkout.noSeat') },
        ...tables.map(({ id, number, label }) => ({
          value: id,
          label: withLabel(t('common.table', { number }), label ?? null),
        })),
      ]}
      className="h-[46px] px-3.5! font-normal!"
    />
  )
}

function OptionalLabel({ name }: { name: string }) {
  return (
    <>
      {name} <span className="font-normal text-muted">{t('checkout.optional')}</span>
    </>
  )
}

function OrderTerms() {
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = useSettings()
  const contact = [restaurantAddress, restaurantPhone?.replaceAll(' ', '\u00a0'), taxNumber].filter(Boolean).join(' · ')
  return (
    <div className="space-y-0.5 text-small leading-snug text-muted">
      <p>{t('checkout.privacy')}</p>
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
        }}
      >
        <summary className="touch w-fit no-marker font-semibold text-ink underline decoration-edge underline-offset-3">
          {t('checkout.privacyMore')}
        </summary>
        <p className="mt-1">
          {t('checkout.privacyText', { controller: legalName || restaurantName || t('checkout.controllerUnnamed') })}
          {contact && ` ${t('checkout.privacyContact', { contact })}`}
        </p>
      </details>
    </div>
  )
}

const tableForm = z.object({ notes: customerFields.notes })

interface TableFormProps {
  id: string
  pending: boolean
  onSubmit: (notes: string | null) => void
}

/** The form for a table's order: only optional notes. */
export function TableForm({ id, pending, onSubmit }: TableFormProps) {
  const form = useForm({
    resolver: zodResolver(tableForm),
    defaultValues: { notes: '', ...useOrdering().draft.typed.table },
  })
  const register = fieldProps(form)
  useKeptCheckout('table', form)
  return (
    <form id={id} noValidate onSubmit={(event) => void form.handleSubmit(({ notes }) => onSubmit(notes))(event)}>
      <fieldset disabled={pending} className="space-y-4">
        <TextField
          as={TextArea}
          label={<OptionalLabel name={t('checkout.notes')} />}
          {...register('notes')}
          rows={3}
          maxLength={ORDER_NOTES_MAX}
        />
      </fieldset>
    </form>
  )
}
