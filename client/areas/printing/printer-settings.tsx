import { Cloud, CornerDownRight, FileText, Plus, Printer as PrinterIcon, ReceiptText } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type Printer, pollForJob } from '#shared/contracts/printers.ts'
import { DEFAULT_STATIONS } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { MAX_PRINTERS } from '#shared/domain/printing/printers.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import {
  Button,
  Card,
  cx,
  Dialog,
  EmptyState,
  language,
  MoreMenu,
  Part,
  SubjectDialog,
  TextField,
  t,
} from '../../ui/index.ts'
import { BridgeForm } from './fiscal/parts.tsx'
import { usePrinters } from './print-document.ts'
import { PrinterForm } from './printer-form.tsx'
import {
  adviceOf,
  copySecret,
  isLate,
  isTroubled,
  jobsToCheck,
  PrinterStateBadge,
  paperMm,
  useChangePrinter,
  useDeletePrinter,
  useRenewToken,
  useTestPrint,
} from './printer-state.tsx'
import { JobCard } from './printers-button.tsx'

type PrinterAction = 'form' | 'token' | 'silent' | 'delete'

interface PrinterCardProps {
  printer: Printer
  printers: readonly Printer[]
  onOpen: (what: PrinterAction) => void
}

const ICONS = { network: PrinterIcon, star: Cloud, fiscal: ReceiptText }

/** A printer: its state in words with what to do, and what it prints. */
function PrinterCard({ printer, printers, onOpen }: PrinterCardProps) {
  const { kind, name, address, columns, state, isActive, lastAt, seenAt, answers } = printer
  const test = useTestPrint()
  const change = useChangePrinter()
  const now = useServerNow()
  const isWrong = isTroubled(printer) || isLate(printer, now)
  const advice = adviceOf(printer, printers)
  const Icon = ICONS[kind]
  const isDevice = kind === 'fiscal'
  const facts = [
    t(`printers.kindNames.${kind}`),
    kind === 'network' ? address : seenAt && t('printers.seen', { time: formatTime(seenAt, timeZone) }),
    !isDevice && `${paperMm(columns)} mm`,
  ]
  const action = (label: string, onChoose: () => void) => ({ label, onChoose })
  return (
    <li aria-label={name}>
      <Card className="p-4">
        <div className="flex flex-wrap items-center gap-3">
          <span
            className={cx(
              'grid size-11 shrink-0 place-items-center rounded-control',
              isWrong ? 'bg-pending-soft text-pending' : 'bg-sunk',
            )}
          >
            <Icon className="size-5" />
          </span>
          <div className="min-w-0 flex-1 basis-40">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h3 className="display min-w-0 break-words text-xl leading-tight">{name}</h3>
              <PrinterStateBadge printer={printer} />
            </div>
            <p className="mt-1 break-words text-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
          </div>
          <div className="ml-auto flex gap-2">
            {isDevice ? (
              <Button variant="outline" onClick={() => onOpen('token')}>
                {t('printers.bridge')}
              </Button>
            ) : (
              <Button
                variant="outline"
                pending={test.isPending}
                disabled={!isActive}
                onClick={() => test.mutate({ item: printer, input: true })}
              >
                <FileText className="size-4.5" />
                {t('printing.silent.page')}
              </Button>
            )}
            <MoreMenu
              label={t('common.moreFor', { name })}
              variant="outline"
              actions={[
                action(t('printers.edit'), () => onOpen('form')),
                ...(kind === 'star' ? [action(t('printers.newAddress'), () => onOpen('token'))] : []),
                ...(answers
                  ? []
                  : [action(t('printers.askAgain'), () => change.mutate({ item: printer, input: { answers: true } }))]),
                action(t(isActive ? 'printers.switchOff' : 'printers.switchOn'), () =>
                  change.mutate({ item: printer, input: { isActive: !isActive } }),
                ),
                action(t('printers.delete'), () => onOpen('delete')),
              ]}
            />
          </div>
        </div>
        {advice.length > 0 && (
          <div className="callout mt-3 flex-wrap items-center gap-y-2">
            <CornerDownRight className="size-5 shrink-0" />
            <p className="min-w-0 flex-1 basis-48">{advice.join(' ')}</p>
            {state === 'silent' && (
              <Button size="small" variant="outline" onClick={() => onOpen('silent')}>
                {t('printers.tryAnyway')}
              </Button>
            )}
          </div>
        )}
        {!isDevice && (
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3 text-sm">
            <Prints printer={printer} />
            {lastAt && (
              <span className="ml-auto text-muted">{t('printers.lastAt', { time: formatTime(lastAt, timeZone) })}</span>
            )}
          </div>
        )}
      </Card>
    </li>
  )
}

function Prints({ printer: { stations: chosen, documents } }: Pick<PrinterCardProps, 'printer'>) {
  const { stations = DEFAULT_STATIONS } = useSettings()
  const names = [
    ...stations
      .filter(({ id }) => documents.includes('kitchen') && chosen.includes(id))
      .map((one) => nameIn(language, one)),
    ...documents.flatMap((document) => (document === 'kitchen' ? [] : t(`printers.documents.${document}`))),
  ]
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      <span className="mr-1 text-muted">{t(names.length > 0 ? 'printers.prints' : 'printers.printsNothing')}</span>
      {names.map((name) => (
        <span key={name} className="rounded-full bg-sunk px-3 py-1 font-semibold">
          {name}
        </span>
      ))}
    </p>
  )
}

/** Makes the address that is typed into a printer that asks by itself. It is shown once. */
function TokenForm({ printer }: { printer: Printer }) {
  const { mutate, data, isPending } = useRenewToken()
  if (!data)
    return (
      <>
        {printer.seenAt && <p className="mb-4 text-body">{t('printers.addressRenews')}</p>}
        <Button pending={isPending} onClick={() => mutate(printer)} className="w-full">
          {t('printers.makeAddress')}
        </Button>
      </>
    )
  const address = location.origin + pollForJob.path.replace(':token', data.token)
  return (
    <>
      <TextField
        label={t('settings.restaurantAddress')}
        hint={t('printers.addressOnce')}
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <Button variant="outline" onClick={() => void copySecret(address)} className="mt-4 w-full">
        {t('printers.copy')}
      </Button>
    </>
  )
}

/** Lets a printer print that never answers, once somebody has read a page of it (docs/product/printers.md#printers-silent). */
function SilentForm({ printer, onClose }: { printer: Printer; onClose: () => void }) {
  const [number, setNumber] = useState('')
  const test = useTestPrint()
  const change = useChangePrinter()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Not once it is closed: the dialog of another printer may be open by then.
    change.mutate({ item: printer, input: { answers: false, number: Number(number) } }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Button variant="outline" pending={test.isPending} onClick={() => test.mutate({ item: printer, input: false })}>
        {t('printing.silent.page')}
      </Button>
      <TextField
        label={t('printers.number')}
        hint={t('printers.numberHint')}
        inputMode="numeric"
        maxLength={9}
        value={number}
        onChange={({ target }) => setNumber(target.value.replace(/\D/g, ''))}
        className="figures"
      />
      <Button type="submit" disabled={number === ''} pending={change.isPending}>
        {t('printers.useIt')}
      </Button>
    </form>
  )
}

/** The printers on the network, for owners (docs/product/printers.md#printers-settings). */
export default function PrinterSettings() {
  const query = usePrinters()
  const printers = query.data
  const [dialog, setDialog] = useState<{ what: Exclude<PrinterAction, 'delete'>; id: number | null } | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { mutateAsync: remove } = useDeletePrinter()
  const close = () => setDialog(null)
  if (!printers) return <NotLoaded queries={[query]} shapes={['h-40']} />
  const open = (what: PrinterAction, printer: Printer) => {
    if (what !== 'delete') return setDialog({ what, id: printer.id })
    void confirm({
      title: t('printers.deleteTitle', { name: printer.name }),
      description: t('printers.deleteDescription'),
      confirm: t('printers.delete'),
      isDestructive: true,
      action: () => remove(printer),
      focusAfter: addButton,
    })
  }
  const printer = printers.find(({ id }) => id === dialog?.id) ?? null
  const toCheck = jobsToCheck(printers)
  const isEmpty = printers.length === 0
  const addPrinter = (
    <Button
      ref={addButton}
      variant={isEmpty ? 'primary' : 'outline'}
      className="self-start"
      onClick={() => setDialog({ what: 'form', id: null })}
    >
      <Plus className="size-4.5" />
      {t('printers.add')}
    </Button>
  )
  const saved = (printer: Printer, isNew: boolean) =>
    setDialog(isNew && printer.kind !== 'network' ? { what: 'token', id: printer.id } : null)
  return (
    <div className="flex flex-col gap-3">
      {toCheck.map((one) => (
        <JobCard key={one.job.id} toCheck={one} count={toCheck.length} />
      ))}
      {isEmpty ? (
        <EmptyState
          icon={<PrinterIcon />}
          title={t('printers.none')}
          description={t('printers.noneHint')}
          action={addPrinter}
        />
      ) : (
        <ul aria-label={t('settings.tabs.printers')} className="flex flex-col gap-3">
          {printers.map((printer) => (
            <PrinterCard
              key={printer.id}
              printer={printer}
              printers={printers}
              onOpen={(what) => open(what, printer)}
            />
          ))}
        </ul>
      )}
      {!isEmpty && printers.length < MAX_PRINTERS && addPrinter}
      <SubjectDialog
        subject={dialog && (printer || dialog.id === null) && { ...dialog, id: `${dialog.what} ${dialog.id}`, printer }}
      >
        {({ what, printer }, isOpen) => {
          if (!printer || what === 'form')
            return (
              <Dialog
                open={isOpen}
                onOpenChange={close}
                title={printer ? t('common.change', { name: printer.name }) : t('printers.add')}
              >
                <PrinterForm printer={printer} printers={printers} onSaved={saved} onClose={close} />
              </Dialog>
            )
          const { name, kind } = printer
          if (kind === 'fiscal')
            return (
              <Dialog
                open={isOpen}
                onOpenChange={close}
                title={t('printers.bridgeOf', { name })}
                description={t('printers.bridgeHint')}
              >
                <Part>
                  <BridgeForm printer={printer} />
                </Part>
              </Dialog>
            )
          const isSilent = what === 'silent'
          return (
            <Dialog
              open={isOpen}
              onOpenChange={close}
              title={t(isSilent ? 'printers.silentTitle' : 'printers.addressOf', { name })}
              description={t(isSilent ? 'printers.silentHint' : 'printers.addressHint')}
            >
              {isSilent ? <SilentForm printer={printer} onClose={close} /> : <TokenForm printer={printer} />}
            </Dialog>
          )
        }}
      </SubjectDialog>
    </div>
  )
}
