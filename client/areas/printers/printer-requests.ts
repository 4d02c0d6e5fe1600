import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  changePrinter,
  createPrinter,
  decideJob,
  deletePrinter,
  type JOB_DECISIONS,
  type OpenJob,
  type Printer,
  type PrinterChange,
  type PrinterInput,
  printTestPage,
  renewPrinterToken,
  searchPrinters,
} from '#shared/contracts/printers.ts'
import { areaKey } from '../../lib/api/query.ts'
import { ignoreNotFound, sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { toast } from '../../ui/toast/store.ts'

const refetch = [areaKey('printers')]
const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })

/** Adds a printer, or changes one. The form shows what is refused. */
export function useSavePrinter(printer: Printer | null, onSaved: (saved: Printer) => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (input: PrinterInput) => {
      if (!printer) return sendChange(createPrinter, { body: input })
      const { kind: _, ...body } = input
      return sendChange(changePrinter, { params: paramsOf(printer), body })
    },
    onSuccess(saved) {
      toast({ title: t('printers.saved', { name: saved.name }) })
      onSaved(saved)
    },
    refetch,
  })
}

export function useChangePrinter(printer: Printer, onChanged?: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (body: PrinterChange) => sendChange(changePrinter, { params: paramsOf(printer), body }),
    onSuccess: () => onChanged?.(),
    failureTitle: t('printers.changeFailed'),
    refetch,
  })
}

export function useDeletePrinter(onGone: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (printer: Printer) => ignoreNotFound(sendChange(deletePrinter, { params: paramsOf(printer) })),
    onSuccess: onGone,
    failureTitle: t('printers.deleteFailed'),
    refetch,
  })
}

/** Prints a test page; with `answers: false` also if the printer does not say that it is one. */
export function useTestPrint(printer: Printer, onSent?: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (answers: boolean) => sendChange(printTestPage, { params: paramsOf(printer), body: { answers } }),
    onSuccess() {
      toast({ title: t('printers.testSent', { name: printer.name }) })
      onSent?.()
    },
    failureTitle: t('printers.testFailed'),
    refetch,
  })
}

/** Makes the address at which a printer asks. The one before is void. */
export function useRenewToken() {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (printer: Printer) => sendChange(renewPrinterToken, { params: paramsOf(printer) }),
    failureTitle: t('printers.changeFailed'),
    refetch,
  })
}

export function useSearchPrinters() {
  const { t } = useTranslation()
  return useOwnerChange({ mutationFn: () => sendChange(searchPrinters), failureTitle: t('printers.searchFailed') })
}

/** Says what became of a job: its paper is there, it is to be printed again, or nobody needs it. */
export function useDecideJob({ id }: OpenJob) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    mutationFn: (decision: (typeof JOB_DECISIONS)[number]) =>
      sendChange(decideJob, { params: { id: String(id) }, body: { decision } }),
    onSuccess() {
      // At once, so that nobody decides twice.
      queryClient.setQueryData<Printer[]>(areaKey('printers'), (printers) =>
        printers?.map((printer) => ({ ...printer, jobs: printer.jobs.filter((job) => job.id !== id) })),
      )
    },
    failureTitle: t('printers.decideFailed'),
    refetch,
  })
}
