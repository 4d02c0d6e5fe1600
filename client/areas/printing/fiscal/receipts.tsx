import { useQueries, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, PencilLine, Receipt } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ResponseOf } from '#shared/contracts/base/endpoint.ts'
import {
  decideReceipt,
  type FISCAL_DECISIONS,
  type FiscalLeft,
  getFiscal,
  getFiscalNumbers,
  keyInLeft,
  type MadeReceipt,
  printZ,
} from '#shared/contracts/fiscal.ts'
import { mayUse } from '#shared/domain/access.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { LATE_MS } from '#shared/domain/printing/printers.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey, queryClient } from '../../../lib/api/query.ts'
import { addOnce, type KeyedInput } from '../../../lib/changes/add-once.ts'
import { useOwnerChange } from '../../../lib/changes/refetching.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { useServerNow } from '../../../lib/clock/server-clock.ts'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { OpenedDialog } from '../../../lib/dialogs/opened-dialog.tsx'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { Button, Card, Dialog, t } from '../../../ui/index.ts'
import { useUser } from '../../accounts/index.ts'
import { DecisionCard } from '../decision-card.tsx'
import { useReceiptTexts } from './texts.ts'

const key = areaKey('fiscal')
const listsKey = [...key, 'lists']

/** The receipts of an order; without one, those about which something is still to be done. */
const receiptsOf = (orderId?: number) => ({
  queryKey: [...listsKey, orderId ?? 'open'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi(getFiscal, { query: orderId ? { orderId: String(orderId) } : {}, signal }),
})
type Listed = ResponseOf<typeof getFiscal>

/** Shows a change in the lists until they are fetched again. */
const showInLists = (change: (list: Listed) => Partial<Listed>) =>
  queryClient.setQueriesData<Listed>({ queryKey: listsKey }, (list) => list && { ...list, ...change(list) })

const ENDED: readonly MadeReceipt['state'][] = ['printed', 'by_hand', 'withdrawn']

/** Whether it should have printed by now, and nobody knows that it has. */
const isLate = ({ state, at }: MadeReceipt, now: number) => !ENDED.includes(state) && now - Date.parse(at) >= LATE_MS

/** Whether it is up to people. One at the device is not, and one that waits only once it is late. */
const isToDecide = (receipt: MadeReceipt, now: number) =>
  receipt.state === 'refused' || receipt.state === 'unclear' || (receipt.state === 'waiting' && isLate(receipt, now))

const useDecideReceipt = ({ id }: MadeReceipt) =>
  useOwnerChange({
    mutationFn: (decision: (typeof FISCAL_DECISIONS)[number]) =>
      sendChange(decideReceipt, { params: { id: String(id) }, body: { decision } }),
    onSuccess: (decided) =>
      showInLists(({ receipts }) => ({ receipts: receipts.map((one) => (one.id === id ? decided : one)) })),
    failure: 'common.notChanged',
    refetch: [key],
  })

/** The codes of refusals that a second print meets again. */
const REFUSED_AGAIN: ReadonlySet<string | null> = new Set(['fiscal_group', 'fiscal_sum', 'off'])
/** The decisions, the likeliest first. */
const WAYS = {
  refused: ['again', 'by_hand', 'printed'],
  refusedAgain: ['by_hand', 'again', 'printed'],
  other: ['printed', 'by_hand', 'again'],
} as const

/** Asks what became of a receipt, with what stands on it for whoever keys it in. */
function ReceiptCard({ receipt }: { receipt: MadeReceipt }) {
  const { aboutOf, whyOf } = useReceiptTexts()
  const { mutate, isPending } = useDecideReceipt(receipt)
  const { data: user } = useUser()
  const { kind, state, code } = receipt
  const button = (decision: (typeof FISCAL_DECISIONS)[number]) => ({
    disabled: isPending,
    onClick: () => mutate(decision),
    children: (
      <>
        {decision === 'printed' && <Check className="size-5" />}
        {decision === 'by_hand' && <PencilLine className="size-5" />}
        {t(`fiscal.decisions.${decision}`)}
      </>
    ),
  })
  const [first, second, last] =
    WAYS[state !== 'refused' ? 'other' : REFUSED_AGAIN.has(code) ? 'refusedAgain' : 'refused']
  // Of what may have printed, only an owner has a second one printed.
  const mayRepeat = state === 'refused' || (user && mayUse('owner', user))
  const isWaiting = state === 'waiting'
  return (
    <DecisionCard
      mark={t(`fiscal.states.${state}`)}
      about={aboutOf(receipt)}
      title={t(`fiscal.kinds.${kind}`)}
      text={[...(isWaiting ? [t('fiscal.waits')] : []), ...whyOf(receipt)].map((why) => <p key={why}>{why}</p>)}
      paper={<Paper receipt={receipt} />}
    >
      {!isWaiting && <Button size="large" {...button(first)} />}
      <Button size="large" variant="outline" {...button(second)} />
      {!isWaiting && mayRepeat && <Button variant="quiet" {...button(last)} />}
    </DecisionCard>
  )
}

/** What stands on the paper. */
function Paper({ receipt: { lines, payments, taxNumber } }: { receipt: MadeReceipt }) {
  const { methodOf } = useReceiptTexts()
  if (lines.length === 0) return null
  const rows = [
    ...lines.map(({ name, quantity, unitPrice, discount }) => ({
      label: `${quantity / 1000} × ${name}`,
      amount: (unitPrice * quantity) / 1000 - discount,
    })),
    ...payments.map(({ method, amount }) => ({ label: methodOf(method), amount })),
  ]
  return (
    <div className="mt-3 rounded-control bg-sunk px-4 py-3 text-sm">
      {taxNumber && <p>{t('fiscal.forCompany', { taxNumber })}</p>}
      <ul>
        {rows.map(({ label, amount }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
          <li key={i} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">{label}</span>
            <span className="figures shrink-0">{formatMoney(amount, 'lei')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Money on no receipt, until somebody says that it is keyed in (docs/product/fiscal.md#fiscal-left). */
function LeftCard({ left }: { left: FiscalLeft }) {
  const { leftOf } = useReceiptTexts()
  const { why, ...body } = left
  const attempt = useRef<KeyedInput<typeof body>>(undefined)
  const { mutate, isPending } = useOwnerChange({
    mutationFn: () =>
      addOnce(attempt, body, (sent, idempotencyKey) =>
        sendChange(keyInLeft, { body: sent, headers: { 'Idempotency-Key': idempotencyKey } }),
      ),
    onSuccess: () => showInLists((list) => ({ left: list.left.filter((one) => keyOf(one) !== keyOf(left)) })),
    failure: 'common.notChanged',
    refetch: [key],
  })
  return (
    <DecisionCard
      mark={t('fiscal.leftMark')}
      about={leftOf(left)}
      title={t('fiscal.leftTitle')}
      text={[t(`fiscal.whys.${why}`), t('fiscal.leftMeans')].map((text) => <p key={text}>{text}</p>)}
    >
      <Button size="large" disabled={isPending} onClick={() => mutate()}>
        <PencilLine className="size-5" />
        {t('fiscal.decisions.by_hand')}
      </Button>
    </DecisionCard>
  )
}

const keyOf = ({ orderIds, amount }: FiscalLeft) => `${orderIds} ${amount}`

/** What is left and those to decide as cards, each other one as a line. */
function ReceiptList({ list, left }: { list: readonly MadeReceipt[]; left: readonly FiscalLeft[] }) {
  const { titleOf, aboutOf, whyOf } = useReceiptTexts()
  const now = useServerNow()
  const others = list.filter((receipt) => !isToDecide(receipt, now))
  return (
    <div role="status" className="flex flex-col gap-3">
      {left.map((one) => (
        <LeftCard key={keyOf(one)} left={one} />
      ))}
      {list.map((receipt) => isToDecide(receipt, now) && <ReceiptCard key={receipt.id} receipt={receipt} />)}
      {others.length > 0 && (
        <ul className="divide-y divide-line">
          {others.map((receipt) => {
            const Icon = receipt.lateAnswer || receipt.undoneAt ? CircleAlert : Receipt
            return (
              <li key={receipt.id} className="flex items-start gap-3 py-2 text-body">
                <Icon className="mt-0.5 size-5 shrink-0 text-muted" />
                <div className="min-w-0 flex-1 leading-snug">
                  <p className="font-semibold">{titleOf(receipt)}</p>
                  <p className="break-words text-muted text-sm">{aboutOf(receipt)}</p>
                  {whyOf(receipt).map((why) => (
                    <p key={why} className="text-pending text-sm">
                      {why}
                    </p>
                  ))}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

export function ListedReceipts({ orders }: { orders: readonly number[] }) {
  const read = useQueries({ queries: orders.map(receiptsOf) })
  const lists = read.flatMap(({ data }) => data ?? [])
  const byId = new Map(lists.flatMap(({ receipts }) => receipts.map((receipt) => [receipt.id, receipt] as const)))
  const list = [...byId.values()].filter(({ state }) => state !== 'withdrawn').sort((a, b) => a.id - b.id)
  const left = [...new Map(lists.flatMap((one) => one.left.map((row) => [keyOf(row), row] as const))).values()]
  if (list.length + left.length === 0) return null
  return (
    <section aria-label={t('fiscal.title')} className="mt-3">
      <ReceiptList list={list} left={left} />
    </section>
  )
}

function OpenReceipts() {
  const query = useQuery(receiptsOf())
  if (!query.data) return <NotLoaded queries={[query]} shapes={['h-24']} />
  // What was decided on this page is in the list until it is read again.
  const { receipts, left } = query.data
  const list = receipts.filter(({ state, lateAnswer, undoneAt }) => !ENDED.includes(state) || lateAnswer || undoneAt)
  return list.length + left.length > 0 ? (
    <ReceiptList list={list} left={left} />
  ) : (
    <p className="text-body text-muted">{t('fiscal.settled')}</p>
  )
}

/** What strip and cards say of fiscal receipts. */
export interface FiscalNews {
  /** How many have not printed in time. */
  late: number
  /** How many bills have money on none. */
  left: number
  /** A line for each order with a receipt that printed, or did not in time, by the order's id. */
  lines: Record<number, string>
}

const NONE_OPEN: Pick<Listed, 'receipts' | 'left'> = { receipts: [], left: [] }

interface FiscalWatchProps {
  /** Whether the page has orders' cards, which show the numbers of receipts. */
  hasCards: boolean
  onNews: (news?: FiscalNews) => void
}

/** Tells of what is late, and has the dialog in which people decide (docs/product/fiscal.md#fiscal-screens). */
export function FiscalWatch({ hasCards, onNews }: FiscalWatchProps) {
  const { titleOf } = useReceiptTexts()
  const now = useServerNow()
  const { data: { receipts, left } = NONE_OPEN } = useQuery(receiptsOf())
  const { data: printed = [] } = useQuery({
    queryKey: [...key, 'numbers'],
    queryFn: ({ signal }) => callApi(getFiscalNumbers, { signal }),
    enabled: hasCards,
  })
  const late = receipts.filter((receipt) => receipt.kind === 'receipt' && isLate(receipt, now))
  const lines: FiscalNews['lines'] = {}
  const what = t('fiscal.kinds.receipt')
  for (const { orderIds, number } of printed)
    for (const id of orderIds)
      lines[id] = lines[id] ? `${lines[id]}, ${number}` : t('fiscal.numbered', { name: what, number })
  for (const receipt of late) for (const id of receipt.orderIds) lines[id] = titleOf(receipt)
  const read = JSON.stringify({ late: late.length, left: left.length, lines })
  useEffect(() => onNews(JSON.parse(read)), [read, onNews])
  useEffect(() => () => onNews(), [onNews])
  return (
    <OpenedDialog name="fiscal">
      {(_, isOpen, close) => (
        <Dialog open={isOpen} onOpenChange={close} title={t('fiscal.title')}>
          <OpenReceipts />
        </Dialog>
      )}
    </OpenedDialog>
  )
}

/** At the day's end: what is open, and the device's own report (docs/product/fiscal.md#fiscal-day). */
export function DayReceipts() {
  // A report that was printed although its answer was lost does not come a second time.
  const attempt = useRef<KeyedInput<'z'>>(undefined)
  const { mutateAsync } = useOwnerChange({
    mutationFn: () => addOnce(attempt, 'z', (_, key) => sendChange(printZ, { headers: { 'Idempotency-Key': key } })),
    success: () => t('fiscal.zAsked'),
    failure: 'fiscal.zFailed',
    refetch: [key],
  })
  const ask = () =>
    void confirm({
      title: `${t('fiscal.printZ')}?`,
      description: t('fiscal.printZMeans'),
      confirm: t('fiscal.printZ'),
      // The toast says why not.
      action: () => mutateAsync().catch(() => {}),
    })
  return (
    <Card className="mb-4 px-5 py-4">
      <section aria-label={t('fiscal.title')}>
        <h3 className="display mb-2 text-lg leading-tight">{t('fiscal.title')}</h3>
        <OpenReceipts />
        <Button variant="outline" className="mt-3" onClick={ask}>
          {t('fiscal.printZ')}
        </Button>
      </section>
    </Card>
  )
}
