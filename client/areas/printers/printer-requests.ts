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
import { areaKey, queryClient } from '../../lib/api/query.ts'
import { ignoreNotFound, sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { i18n } from '../../ui/translation.ts'

const refetch = [areaKey('printers')]
const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })

/** Adds a printer, or changes one. The form shows what is refused. */
export function useSavePrinter(printer: Printer | null, onSaved: (saved: Printer) => void) {
  return useOwnerChange({
    mutationFn: (input: PrinterInput) => {
      if (!printer) return sendChange(createPrinter, { body: input })
      const { kind: _, ...body } = input
      return sendChange(changePrinter, { params: paramsOf(printer), body })
    },
    success: (saved) => i18n.t('printers.saved', { name: saved.name }),
    onSuccess: onSaved,
    refetch,
  })
}

export function useChangePrinter(printer: Printer, onChanged?: () => void) {
  return useOwnerChange({
    mutationFn: (body: PrinterChange) => sendChange(changePrinter, { params: paramsOf(printer), body }),
    onSuccess: () => onChanged?.(),
    failure: 'printers.changeFailed',
    refetch,
  })
}

export function useDeletePrinter(onGone: () => void) {
  return useOwnerChange({
    mutationFn: (printer: Printer) => ignoreNotFound(sendChange(deletePrinter, { params: paramsOf(printer) })),
    onSuccess: onGone,
    failure: 'printers.deleteFailed',
    refetch,
  })
}

/** Prints a test page; with `answers: false` also if the printer does not say that it is one. */
export function useTestPrint(printer: Printer, onSent?: () => void) {
  return useOwnerChange({
    mutationFn: (answers: boolean) => sendChange(printTestPage, { params: paramsOf(printer), body: { answers } }),
    success: () => i18n.t('printers.testSent', { name: printer.name }),
    onSuccess: () => onSent?.(),
    failure: 'printers.testFailed',
    refetch,
  })
}

/** Makes the address at which a printer asks. The one before is void. */
export function useRenewToken() {
  return useOwnerChange({
    mutationFn: (printer: Printer) => sendChange(renewPrinterToken, { params: paramsOf(printer) }),
    failure: 'printers.changeFailed',
    refetch,
  })
}

export function useSearchPrinters() {
  return useOwnerChange({ mutationFn: () => sendChange(searchPrinters), failure: 'printers.searchFailed' })
}

/** Says what became of a job: its paper is there, it is to be printed again, or nobody needs it. */
export function useDecideJob({ id }: OpenJob) {
  return useOwnerChange({
    mutationFn: (decision: (typeof JOB_DECISIONS)[number]) =>
      sendChange(decideJob, { params: { id: String(id) }, body: { decision } }),
    onSuccess() {
      // At once, so that nobody decides twice.
      queryClient.setQueryData<Printer[]>(areaKey('printers'), (printers) =>
        printers?.map((printer) => ({ ...printer, jobs: printer.jobs.filter((job) => job.id !== id) })),
      )
    },
    failure: 'printers.decideFailed',
    refetch,
  })
}
