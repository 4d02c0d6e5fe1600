import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Printer, pollForJob } from '#shared/contracts/printers.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { Field, TextInput } from '../../ui/inputs/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { toast } from '../../ui/toast/store.ts'
import { useChangePrinter, useRenewToken, useTestPrint } from './printer-requests.ts'

interface PrinterDialogProps {
  open: boolean
  printer: Printer
  onClose: () => void
}

/** Makes the address that is typed into a printer that asks by itself. It is shown once. */
export function TokenDialog({ open, printer, onClose }: PrinterDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('printers.addressOf', { name: printer.name })}
      description={t('printers.addressHint')}
    >
      <TokenForm printer={printer} />
    </Dialog>
  )
}

function TokenForm({ printer }: Pick<PrinterDialogProps, 'printer'>) {
  const { t } = useTranslation()
  const { mutate, data, isPending } = useRenewToken()
  if (!data)
    return (
      <>
        {printer.seenAt && <p className="mb-4 text-[15px]">{t('printers.addressRenews')}</p>}
        <Button pending={isPending} onClick={() => mutate(printer)} className="w-full">
          {t('printers.makeAddress')}
        </Button>
      </>
    )
  const address = location.origin + pollForJob.path.replace(':token', data.token)
  const copy = () =>
    copyText(address).then(
      () => void toast({ title: t('printers.copied') }),
      (error) => toastFailure(t('printers.copyFailed'), error),
    )
  return (
    <>
      <Field label={t('printers.addressLabel')} hint={t('printers.addressOnce')}>
        {(control) => <TextInput {...control} readOnly value={address} onFocus={({ target }) => target.select()} />}
      </Field>
      <Button variant="outline" onClick={() => void copy()} className="mt-4 w-full">
        {t('printers.copy')}
      </Button>
    </>
  )
}

/** Lets a printer print that never answers, once somebody has read a page of it (docs/product/printers.md#printers-silent). */
export function SilentDialog({ open, printer, onClose }: PrinterDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('printers.silentTitle', { name: printer.name })}
      description={t('printers.silentHint')}
    >
      <SilentForm printer={printer} onClose={onClose} />
    </Dialog>
  )
}

function SilentForm({ printer, onClose }: Omit<PrinterDialogProps, 'open'>) {
  const { t } = useTranslation()
  const [number, setNumber] = useState('')
  const test = useTestPrint(printer)
  const change = useChangePrinter(printer, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ answers: false, number: Number(number) })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Button variant="outline" pending={test.isPending} onClick={() => test.mutate(false)}>
        {t('printers.test')}
      </Button>
      <Field label={t('printers.number')} hint={t('printers.numberHint')}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            value={number}
            onChange={({ target }) => setNumber(target.value.replace(/\D/g, ''))}
            className="figures"
          />
        )}
      </Field>
      <Button type="submit" disabled={number === ''} pending={change.isPending}>
        {t('printers.useIt')}
      </Button>
    </form>
  )
}
