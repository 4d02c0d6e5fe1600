import * as api from '#shared/contracts/printers.ts'
import { areaKey, queryClient } from '../../lib/api/query.ts'
import { ignoreNotFound, sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { i18n } from '../../ui/index.ts'

const refetch = [areaKey('printers')]
const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })

/** Adds a printer, or changes one. The form shows what is refused. */
export function useSavePrinter(printer: api.Printer | null, onSaved: (saved: api.Printer) => void) {
  return useOwnerChange({
    mutationFn: (input: api.PrinterInput) => {
      if (!printer) return sendChange(api.createPrinter, { body: input })
      const { kind: _, ...body } = input
      return sendChange(api.changePrinter, { params: paramsOf(printer), body })
    },
    success: (saved) => i18n.t('printers.saved', { name: saved.name }),
    onSuccess: onSaved,
    refetch,
  })
}

export function useChangePrinter(printer: api.Printer, onChanged?: () => void) {
  return useOwnerChange({
    mutationFn: (body: api.PrinterChange) => sendChange(api.changePrinter, { params: paramsOf(printer), body }),
    onSuccess: () => onChanged?.(),
    failure: 'printers.changeFailed',
    refetch,
  })
}

export function useDeletePrinter(onGone: () => void) {
  return useOwnerChange({
    mutationFn: (printer: api.Printer) => ignoreNotFound(sendChange(api.deletePrinter, { params: paramsOf(printer) })),
    onSuccess: onGone,
    failure: 'printers.deleteFailed',
    refetch,
  })
}

/** Prints a test page; with `answers: false` also if the printer does not say that it is one. */
export function useTestPrint(printer: api.Printer, onSent?: () => void) {
  return useOwnerChange({
    mutationFn: (answers: boolean) => sendChange(api.printTestPage, { params: paramsOf(printer), body: { answers } }),
    success: () => i18n.t('printers.testSent', { name: printer.name }),
    onSuccess: () => onSent?.(),
    failure: 'printers.testFailed',
    refetch,
  })
}

/** Makes the address at which a printer asks. The one before is void. */
export function useRenewToken() {
  return useOwnerChange({
    mutationFn: (printer: api.Printer) => sendChange(api.renewPrinterToken, { params: paramsOf(printer) }),
    failure: 'printers.changeFailed',
    refetch,
  })
}

export function useSearchPrinters() {
  return useOwnerChange({ mutationFn: () => sendChange(api.searchPrinters), failure: 'printers.searchFailed' })
}

/** Says what became of a job: its paper is there, it is to be printed again, or nobody needs it. */
export function useDecideJob({ id }: api.OpenJob) {
  return useOwnerChange({
    mutationFn: (decision: (typeof api.JOB_DECISIONS)[number]) =>
      sendChange(api.decideJob, { params: { id: String(id) }, body: { decision } }),
    onSuccess() {
      // At once, so that nobody decides twice.
      queryClient.setQueryData<api.Printer[]>(areaKey('printers'), (printers) =>
        printers?.map((printer) => ({ ...printer, jobs: printer.jobs.filter((job) => job.id !== id) })),
      )
    },
    failure: 'printers.decideFailed',
    refetch,
  })
}
