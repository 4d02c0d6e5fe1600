import { Eye, MessageSquare } from 'lucide-react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { DROPDOWN_STATUSES, isOpen, nextStatus, type OrderStatus } from '#shared/domain/orders/order.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { Button, Select, useFocusOnRemoval } from '../../ui/index.ts'
import {
  type CardPartProps,
  contactLink,
  hasPhone,
  moveOn,
  moveOnLabel,
  setOrderStatus,
  titleOf,
  useIsChanging,
  useMarkSeen,
} from '../orders/index.ts'
import { PrintMenu } from '../printing/index.ts'
import { cancelSameOrigin } from './same-origin.ts'

/** The look of a status that loses the order, after a question: red, below a line. */
const LOSES =
  'relative mt-[13px] text-cancelled before:absolute before:inset-x-0 before:-top-[7px] before:border-line before:border-t'

/** An order's actions: move it on, set its status, mark it as seen, print it, message its customer. */
export function OrderActions({ t, order, settings, isSeen }: CardPartProps & { settings: Settings; isSeen: boolean }) {
  const choose = async (status: OrderStatus) => {
    if (status === order.status) return
    const asks = status === 'cancelled'
    let isForAll = false
    const offer = (act: () => void) => (
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          isForAll = true
          act()
        }}
      >
        {t('orders.sameOrigin.offer')}
      </Button>
    )
    const question = { ...cancelQuestion(t, order), body: order.unproven && isOpen(order.status) && offer }
    if (asks && !(await confirm(question))) return
    void (isForAll ? cancelSameOrigin(t, order) : setOrderStatus(order, status))
  }
  return (
    <footer className="mt-auto flex flex-col gap-2">
      <div className="flex gap-2 empty:hidden">
        <MoveOnButton t={t} order={order} />
        {!isSeen && <SeenButton t={t} order={order} />}
      </div>
      <div className="-mr-1.5 -mb-1.5 flex min-h-11 items-center gap-0.5">
        <Select
          label={t('orders.changeStatus', { id: order.id })}
          // A completed order's status is not one of the five options.
          value={DROPDOWN_STATUSES.find((status) => status === order.status) ?? null}
          placeholder={t(`orders.status.${order.status}`)}
          onValueChange={(status) => void choose(status)}
          options={DROPDOWN_STATUSES.map((value) => ({
            value,
            label: t(`orders.status.${value}`),
            className: value === 'cancelled' && order.status !== 'cancelled' ? LOSES : undefined,
          }))}
          tone={order.status}
        />
        <span className="flex-1" />
        {hasPhone(order) && <ContactLink t={t} order={order} settings={settings} />}
        <PrintMenu order={order} settings={settings} />
      </div>
    </footer>
  )
}

const cancelQuestion = (t: TFunction, order: Order) => ({
  title: t('orders.cancelTitle', { id: order.id }),
  description: t('orders.cancelDescription', {
    who: titleOf(t, order),
    total: formatMoney(order.total, order.currency),
  }),
  confirm: t('orders.cancelConfirm'),
  cancel: t('orders.cancelKeep'),
  isDestructive: true,
})

/** The large button that moves the order to its next status (docs/product/orders.md#orders-next). */
function MoveOnButton({ t, order }: CardPartProps) {
  const isMoving = useIsChanging(order.id)
  const next = nextStatus(order)
  if (!next) return null
  const press = () => {
    if (!isMoving) void moveOn(order, next)
  }
  return (
    // Not disabled while pending: a disabled button would lose the focus.
    <Button
      size="large"
      data-main-action=""
      data-kept-free=""
      aria-busy={isMoving || undefined}
      className="min-h-12! min-w-0 flex-1 px-3! aria-busy:opacity-60"
      onClick={press}
    >
      {moveOnLabel(t, order, next)}
    </Button>
  )
}

function SeenButton({ t, order }: CardPartProps) {
  const ref = useFocusOnRemoval<HTMLButtonElement>()
  const { mutate, isPending } = useMarkSeen(order)
  return (
    <Button
      ref={ref}
      aria-label={t('kitchen.seen')}
      title={t('kitchen.seen')}
      variant="outline"
      aria-busy={isPending || undefined}
      onClick={() => {
        if (!isPending) mutate()
      }}
      className="min-h-12! px-3!"
    >
      <Eye className="size-5" />
      <span className="max-xl:hidden">{t('kitchen.seen')}</span>
    </Button>
  )
}

function ContactLink({ t, order, settings }: CardPartProps & { settings: Settings }) {
  return (
    <a
      href={contactLink(order, settings)}
      aria-label={t('orders.contact')}
      title={t('orders.contact')}
      className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunk"
    >
      <MessageSquare className="size-5" />
    </a>
  )
}
