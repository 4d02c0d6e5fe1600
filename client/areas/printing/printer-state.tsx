import { CircleHelp, TriangleAlert } from 'lucide-react'
import type { OpenJob, Printer } from '#shared/contracts/printers.ts'
import * as api from '#shared/contracts/printers.ts'
import { LATE_MS, type PrinterColumns } from '#shared/domain/printing/printers.ts'
import { copyText } from '../../lib/api/files.ts'
import { areaKey } from '../../lib/api/query.ts'
import { resource, useOwnerChange } from '../../lib/changes/resource.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { serverNow, useServerNow } from '../../lib/clock/server-clock.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { Badge, StripButton, type StripNotice, t, toast } from '../../ui/index.ts'
import { usePrinters } from './print-document.ts'

/** How wide the paper of so many columns is. */
export const paperMm = (columns: PrinterColumns) => (columns === 32 ? 58 : 80)

/** Whether something that is due has not come out in time. */
export function isLate({ waitingSince }: Printer, now = serverNow()): boolean {
  return waitingSince !== null && now - Date.parse(waitingSince) >= LATE_MS
}

/** A job that somebody has to look for, with its printer. */
export interface JobToCheck {
  printer: Printer
  job: OpenJob
}

/** What nobody knows to be on paper, oldest first. */
export function jobsToCheck(printers: readonly Printer[]): JobToCheck[] {
  return printers
    .flatMap((printer) => printer.jobs.map((job) => ({ printer, job })))
    .sort((a, b) => a.job.at.localeCompare(b.job.at))
}

/** How many papers are late, or are to be looked for. */
export function notOnPaper(printers: readonly Printer[], now: number): number {
  return printers.reduce((sum, printer) => sum + printer.jobs.length + (isLate(printer, now) ? printer.waiting : 0), 0)
}

export function isTroubled({ state }: Printer): boolean {
  return state !== 'ready' && state !== 'off'
}

export function PrinterStateBadge({ printer }: { printer: Printer }) {
  const { state, answers } = printer
  const isQuiet = state === 'ready' && !answers
  if (!isTroubled(printer))
    return (
      <Badge dot tone={state === 'ready' ? 'ready' : 'neutral'}>
        {t(isQuiet ? 'printers.states.quiet' : `printers.states.${state}`)}
      </Badge>
    )
  return (
    <Badge tone="pending">
      <TriangleAlert className="size-3.5" />
      {t(`printers.states.${state}`)}
    </Badge>
  )
}

const OFFLINE = { network: 'offline', star: 'asleep', fiscal: 'bridge' } as const

/** What a printer in trouble needs, and what becomes of the tickets meanwhile; empty if all is well. */
export function adviceOf(printer: Printer, printers: readonly Printer[]): string[] {
  const { kind, state, waiting, fallbackId } = printer
  const waits = waiting > 0 ? [t('printers.waiting', { count: waiting })] : []
  if (state === 'ready' || state === 'off') return isLate(printer) ? waits : []
  const fallback = printers.find(({ id, isActive }) => id === fallbackId && isActive)
  return [
    t(`printers.advice.${state === 'offline' ? OFFLINE[kind] : state}`),
    ...waits,
    ...(fallback ? [t('printers.fallsBack', { name: fallback.name })] : []),
  ]
}

/** How many papers are not where they should be, and at which printers. */
export function usePrinterNotice(): StripNotice | undefined {
  const { data: printers = [] } = usePrinters()
  const now = useServerNow()
  const count = notOnPaper(printers, now)
  if (count === 0) return undefined
  const names = printers.filter((printer) => printer.jobs.length > 0 || isLate(printer, now)).map(({ name }) => name)
  return {
    key: 'printers',
    tone: 'danger',
    icon: <CircleHelp />,
    text: `${t('printers.notOnPaper', { count })} · ${names.join(', ')}`,
    action: (
      <StripButton variant="outline" onClick={() => openDialog('printers', true)}>
        {t('printers.look')}
      </StripButton>
    ),
    isAlert: true,
  }
}

const printers = resource<Printer>({ queryKey: areaKey('printers') })

export const useAddPrinter = printers.add(api.createPrinter, {
  done: ({ name }) => t('printers.saved', { name }),
})

/** Saves what differs. The form shows what is refused. */
export const useSavePrinter = printers.save(api.changePrinter, {
  done: (_, { name }) => t('printers.saved', { name }),
})

export const useChangePrinter = printers.save(api.changePrinter, { failed: 'common.notChanged' })

export const useDeletePrinter = printers.remove(api.deletePrinter, { failed: 'common.notDeleted' })

/** Prints a test page; with `answers: false` also if the printer does not say that it is one. */
export const useTestPrint = printers.change(api.printTestPage, {
  body: (_, answers: boolean) => ({ answers }),
  put: null,
  done: ({ name }) => t('printers.testSent', { name }),
  failed: 'printers.testFailed',
})

/** Copies what is shown once. */
export const copySecret = (text: string) =>
  copyText(text).then(
    () => void toast({ title: t('printers.copied') }),
    (error) => toastFailure(t('tables.copyFailed'), error),
  )

/** Makes the address at which a printer asks. The one before is void. */
export const useRenewToken = printers.change(api.renewPrinterToken, { put: null, failed: 'common.notChanged' })

/** Drops what waits at a printer (docs/product/printers.md#printers-drop). */
export const useDropWaiting = printers.change(api.dropWaitingJobs, {
  put: null,
  done: (_, { dropped }) => t('printers.dropped', { count: dropped }),
  failed: 'common.notChanged',
})

export function useSearchPrinters() {
  return useOwnerChange({ mutationFn: () => sendChange(api.searchPrinters), failure: 'printers.searchFailed' })
}

export interface Decision {
  job: OpenJob
  decision: (typeof api.JOB_DECISIONS)[number]
}

/** Says what became of a job: its paper is there, it is to be printed again, or nobody needs it. */
export const useDecideJob = printers.change(api.decideJob, {
  params: (_, { job }: Decision) => ({ id: String(job.id) }),
  body: (_, { decision }: Decision) => ({ decision }),
  // At once, so that nobody decides twice.
  put: (all, _, { id }, { job }) =>
    all.map((one) => (one.id === id ? { ...one, jobs: one.jobs.filter((open) => open.id !== job.id) } : one)),
  failed: 'common.notChanged',
})
