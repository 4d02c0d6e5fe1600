import { useQueries, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, PencilLine, Receipt } from 'lucide-react'
import { decideReceipt, type FISCAL_DECISIONS, type MadeReceipt, printZ } from '#shared/contracts/fiscal.ts'
import { mayUse } from '#shared/domain/access.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { areaKey } from '../../../lib/api/query.ts'
import { resource, useOwnerChange } from '../../../lib/changes/resource.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { useServerNow } from '../../../lib/clock/server-clock.ts'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, Card, Dialog, useTranslation } from '../../../ui/index.ts'
import { useUser } from '../../accounts/index.ts'
import { DecisionCard } from '../decision-card.tsx'
import { fetchReceipts, isLateReceipt, isUnsettled, openReceipts } from './requests.ts'
import { useReceiptTexts } from './texts.ts'

const receipts = resource<MadeReceipt>({ queryKey: areaKey('fiscal') })

const useDecideReceipt = receipts.change(decideReceipt, {
  body: (_, decision: (typeof FISCAL_DECISIONS)[number]) => ({ decision }),
  failed: 'common.notChanged',
})

/** Asks what became of a receipt, with what stands on it for whoever keys it in. */
function ReceiptCard({ receipt, count }: { receipt: MadeReceipt; count: number }) {
  const { t } = useTranslation()
  const { titleOf, aboutOf, whyOf } = useReceiptTexts()
  const { mutate, isPending } = useDecideReceipt()
  const { data: user } = useUser()
  const { state } = receipt
  const isWaiting = state === 'waiting'
  const decide = (input: (typeof FISCAL_DECISIONS)[number]) => mutate({ item: receipt, input })
  // Of what may have printed, only an owner has a second one printed.
  const mayRepeat = state === 'refused' || (user && mayUse('owner', user))
  return (
    <DecisionCard
      count={count}
      about={aboutOf(receipt)}
      title={titleOf(receipt)}
      text={[...(isWaiting ? [t('fiscal.waits')] : []), ...whyOf(receipt)].map((why) => <p key={why}>{why}</p>)}
      paper={<Paper receipt={receipt} />}
    >
      {!isWaiting && (
        <Button size="large" pending={isPending} onClick={() => decide(state === 'refused' ? 'again' : 'printed')}>
          {state === 'unclear' && <Check className="size-5" />}
          {t(state === 'refused' ? 'fiscal.again' : 'fiscal.there')}
        </Button>
      )}
      <Button size="large" variant="outline" disabled={isPending} onClick={() => decide('by_hand')}>
        <PencilLine className="size-5" />
        {t('fiscal.byHand')}
      </Button>
      {!isWaiting && mayRepeat && (
        <Button variant="quiet" disabled={isPending} onClick={() => decide(state === 'refused' ? 'printed' : 'again')}>
          {t(state === 'refused' ? 'fiscal.there' : 'fiscal.again')}
        </Button>
      )}
    </DecisionCard>
  )
}

/** What stands on the paper. */
function Paper({ receipt: { lines, payments, taxNumber } }: { receipt: MadeReceipt }) {
  const { t } = useTranslation()
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
      {taxNumber && (
        <p>
          {t('fiscal.taxNumber')}: {taxNumber}
        </p>
      )}
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

/** Those to decide as cards, each other one as a line. */
function ReceiptList({ list }: { list: readonly MadeReceipt[] }) {
  const { titleOf, aboutOf, whyOf } = useReceiptTexts()
  const now = useServerNow()
  /** One at the device is not, and one that waits only once it is late. */
  const isToDecide = (receipt: MadeReceipt) =>
    receipt.state === 'refused' ||
    receipt.state === 'unclear' ||
    (receipt.state === 'waiting' && isLateReceipt(receipt, now))
  const toDecide = list.filter(isToDecide)
  const others = list.filter((receipt) => !isToDecide(receipt))
  return (
    <div role="status" className="flex flex-col gap-3">
      {toDecide.map((receipt) => (
        <ReceiptCard key={receipt.id} receipt={receipt} count={toDecide.length} />
      ))}
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

/** Those of orders, which may be paid together. */
export function OrderReceipts({ orders }: { orders: readonly number[] }) {
  const { t } = useTranslation()
  const { fiscal = false } = useSettings()
  const of = useQueries({
    queries: orders.map((id) => ({
      queryKey: [...areaKey('fiscal'), 'of', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchReceipts(signal, id),
      enabled: fiscal,
    })),
  })
  const byId = new Map(of.flatMap(({ data = [] }) => data.map((receipt) => [receipt.id, receipt] as const)))
  const list = [...byId.values()].filter(({ state }) => state !== 'withdrawn').sort((a, b) => a.id - b.id)
  if (list.length === 0) return null
  return (
    <section aria-label={t('fiscal.title')} className="mt-3">
      <ReceiptList list={list} />
    </section>
  )
}

function OpenReceipts() {
  const { t } = useTranslation()
  const query = useQuery(openReceipts)
  const list = query.data?.filter((receipt) => isUnsettled(receipt) || receipt.lateAnswer || receipt.undoneAt)
  if (!list) return <NotLoaded queries={[query]} shapes={['h-24']} />
  return list.length > 0 ? <ReceiptList list={list} /> : <p className="text-body text-muted">{t('fiscal.settled')}</p>
}

export function ReceiptsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('fiscal.title')}>
      <OpenReceipts />
    </Dialog>
  )
}

/** At the day's end: what is open, and the device's own report (docs/product/fiscal.md#fiscal-day). */
export function DayReceipts() {
  const { t } = useTranslation()
  const { mutateAsync } = useOwnerChange({
    mutationFn: () => sendChange(printZ),
    success: () => t('fiscal.zAsked'),
    failure: 'fiscal.zFailed',
    refetch: [areaKey('fiscal')],
  })
  const ask = () =>
    void confirm({
      title: t('fiscal.printZTitle'),
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
