import { Check, CircleHelp } from 'lucide-react'
import { useId } from 'react'
import type { OpenJob } from '#shared/contracts/printers.ts'
import * as api from '#shared/contracts/printers.ts'
import { formatTime } from '#shared/i18n/format.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { areaKey } from '../../lib/api/query.ts'
import { resource } from '../../lib/changes/resource.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Badge, Button, Card, cx, i18n, useTranslation } from '../../ui/index.ts'
import { useBoardOrders } from '../orders/index.ts'
import { documentOf } from '../printing/index.ts'
import type { JobToCheck } from './printer-state.tsx'

function nameOf({ kind, orderId }: OpenJob, t: TFunction): string {
  if (orderId !== null) return `#${orderId}`
  return kind === 'day' || kind === 'test' ? t(`printers.kinds.${kind}`) : t(`printing.kinds.${kind}`)
}

/** Asks what became of a job, with the beginning of its paper (docs/product/printers.md#printers-decide). */
export function JobCard({ toCheck: { printer, job }, count }: { toCheck: JobToCheck; count: number }) {
  const { t } = useTranslation()
  const titleId = useId()
  const { timeZone } = useSettings()
  const { mutate, isPending } = useDecideJob()
  const decide = (decision: Decision['decision']) => mutate({ item: printer, input: { job, decision } })
  const what = nameOf(job, t)
  return (
    <Card className="border-2! border-accent! p-4 sm:p-5">
      <section aria-labelledby={titleId}>
        <div className="flex items-center justify-between gap-3">
          <Badge tone="accent">
            <CircleHelp className="size-3.5" />
            {t('printers.toCheck', { count })}
          </Badge>
          <span className="min-w-0 text-right text-muted text-sm">
            {printer.name} · {formatTime(job.at, timeZone)}
          </span>
        </div>
        <h3 id={titleId} className="display mt-3 text-lg leading-tight">
          {t(job.state === 'failed' ? 'printers.failed' : 'printers.unconfirmed', { what })}
        </h3>
        <p className="mt-1 text-body text-muted">
          {t(job.state === 'failed' ? 'printers.failedWhat' : 'printers.unconfirmedWhat')}
        </p>
        <PaperPreview job={job} />
        <div className="mt-4 flex flex-col gap-2.5">
          <Button size="large" pending={isPending} onClick={() => decide('again')} className="flex-col gap-0!">
            {t('printers.again')} <span className="font-normal text-sm">{t('printers.asCopy')}</span>
          </Button>
          <Button size="large" variant="outline" disabled={isPending} onClick={() => decide('there')}>
            <Check className="size-5" />
            {t('printers.there')}
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={() => decide('drop')}>
            {t('printers.drop')}
          </Button>
        </div>
      </section>
    </Card>
  )
}

/** How many lines say which paper it is. */
const PREVIEW_LINES = 9

function PaperPreview({ job: { orderId, ticketId, kind } }: Pick<JobToCheck, 'job'>) {
  const order = useBoardOrders().find(({ id }) => id === orderId)
  const settings = useSettings()
  const ticket = order?.tickets.find(({ id }) => id === ticketId)
  const printout = kind === 'receipt' || kind === 'bill' ? kind : ticket && { ...ticket, printedAt: null }
  if (!order || !printout) return null
  const { title, lines } = documentOf(order, [printout], settings)
  return (
    <div className="mt-3 overflow-hidden rounded-control bg-sunk px-5 pt-4">
      <div
        role="img"
        aria-label={title}
        lang={i18n.language}
        className="overflow-hidden whitespace-pre border border-line border-b-0 bg-card px-4 pt-3 font-mono text-small leading-5"
      >
        {lines.slice(0, PREVIEW_LINES).map(({ text, size, isInverted }, i) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
            key={i}
            className={cx(size === 'large' && 'font-bold text-base leading-6', isInverted && 'bg-ink text-paper')}
          >
            {text || ' '}
          </div>
        ))}
      </div>
    </div>
  )
}

const printers = resource<api.Printer>({ queryKey: areaKey('printers') })

export const useAddPrinter = printers.add(api.createPrinter, {
  done: ({ name }) => i18n.t('printers.saved', { name }),
})

/** Saves what differs. The form shows what is refused. */
export const useSavePrinter = printers.save(api.changePrinter, {
  done: (_, { name }) => i18n.t('printers.saved', { name }),
})

export const useChangePrinter = printers.save(api.changePrinter, { failed: 'printers.changeFailed' })

export const useDeletePrinter = printers.remove(api.deletePrinter, { failed: 'printers.deleteFailed' })

/** Prints a test page; with `answers: false` also if the printer does not say that it is one. */
export const useTestPrint = printers.change(api.printTestPage, {
  body: (_, answers: boolean) => ({ answers }),
  put: null,
  done: ({ name }) => i18n.t('printers.testSent', { name }),
  failed: 'printers.testFailed',
})

/** Makes the address at which a printer asks. The one before is void. */
export const useRenewToken = printers.change(api.renewPrinterToken, { put: null, failed: 'printers.changeFailed' })

/** Drops what waits at a printer (docs/product/printers.md#printers-drop). */
export const useDropWaiting = printers.change(api.dropWaitingJobs, {
  put: null,
  done: (_, { dropped }) => i18n.t('printers.dropped', { count: dropped }),
  failed: 'printers.dropFailed',
})

export function useSearchPrinters() {
  return useOwnerChange({ mutationFn: () => sendChange(api.searchPrinters), failure: 'printers.searchFailed' })
}

interface Decision {
  job: api.OpenJob
  decision: (typeof api.JOB_DECISIONS)[number]
}

/** Says what became of a job: its paper is there, it is to be printed again, or nobody needs it. */
const useDecideJob = printers.change(api.decideJob, {
  params: (_, { job }: Decision) => ({ id: String(job.id) }),
  body: (_, { decision }: Decision) => ({ decision }),
  // At once, so that nobody decides twice.
  put: (all, _, { id }, { job }) =>
    all.map((one) => (one.id === id ? { ...one, jobs: one.jobs.filter((open) => open.id !== job.id) } : one)),
  failed: 'printers.decideFailed',
})
