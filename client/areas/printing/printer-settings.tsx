import { Cloud, CornerDownRight, FileText, Plus, Printer as PrinterIcon, ReceiptText } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { type Printer, pollForJob } from '#shared/contracts/printers.ts'
import { DEFAULT_STATIONS } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { MAX_PRINTERS } from '#shared/domain/printing/printers.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useRun } from '../../kit/changes.ts'
import { showDialog } from '../../kit/dialog.tsx'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Button, Card, cx, EmptyState, language, MoreMenu, TextField, t } from '../../ui/index.ts'
import { BridgeForm } from './fiscal/on-demand.tsx'
import { usePrinters } from './print-document.ts'
import { openPrinterForm } from './printer-form.tsx'
import {
  adviceOf,
  copySecret,
  isLate,
  isTroubled,
  jobsToCheck,
  PrinterStateBadge,
  paperMm,
  printerList,
} from './printer-state.tsx'
import { JobCard } from './printers-button.tsx'

interface PrinterCardProps {
  printer: Printer
  printers: readonly Printer[]
  /** What gets the focus once it is deleted. */
  focusAfter: RefObject<HTMLElement | null>
}

const ICONS = { network: PrinterIcon, star: Cloud, fiscal: ReceiptText }

/** A printer: its state in words with what to do, and what it prints. */
function PrinterCard({ printer, printers, focusAfter }: PrinterCardProps) {
  const { kind, name, address, columns, state, isActive, lastAt, seenAt, answers } = printer
  const test = useRun(printerList.test)
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
  const action = (label: string, onChoose: () => unknown) => ({ label, onChoose: () => void onChoose() })
  const remove = () =>
    confirm({
      title: t('printers.deleteTitle', { name }),
      description: t('printers.deleteDescription'),
      confirm: t('printers.delete'),
      isDestructive: true,
      action: () => printerList.remove(printer),
      focusAfter,
    })
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
              <Button variant="outline" onClick={() => void openAddress(printer)}>
                {t('printers.bridge')}
              </Button>
            ) : (
              <Button
                variant="outline"
                pending={test.isPending}
                disabled={!isActive}
                onClick={() => void test.run(printer, true)}
              >
                <FileText className="size-4.5" />
                {t('printing.silent.page')}
              </Button>
            )}
            <MoreMenu
              label={t('common.moreFor', { name })}
              variant="outline"
              actions={[
                action(t('printers.edit'), () => openPrinterForm(printer)),
                ...(kind === 'star' ? [action(t('printers.newAddress'), () => openAddress(printer))] : []),
                ...(answers
                  ? []
                  : [action(t('printers.askAgain'), () => printerList.change(printer, { answers: true }))]),
                action(t(isActive ? 'printers.switchOff' : 'printers.switchOn'), () =>
                  printerList.change(printer, { isActive: !isActive }),
                ),
                action(t('printers.delete'), remove),
              ]}
            />
          </div>
        </div>
        {advice.length > 0 && (
          <div className="callout mt-3 flex-wrap items-center gap-y-2">
            <CornerDownRight className="size-5 shrink-0" />
            <p className="min-w-0 flex-1 basis-48">{advice.join(' ')}</p>
            {state === 'silent' && (
              <Button size="small" variant="outline" onClick={() => void openSilent(printer)}>
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
  const { run, data, isPending } = useRun(printerList.renewToken)
  if (!data)
    return (
      <>
        {printer.seenAt && <p className="mb-4 text-body">{t('printers.addressRenews')}</p>}
        <Button pending={isPending} onClick={() => void run(printer)} className="w-full">
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
  const test = useRun(printerList.test)
  const change = useRun(printerList.change)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.run(printer, { answers: false, number: Number(number) }).then(onClose, () => {})
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Button variant="outline" pending={test.isPending} onClick={() => void test.run(printer, false)}>
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

export const openAddress = (printer: Printer) => {
  const { kind, name } = printer
  const isDevice = kind === 'fiscal'
  return showDialog({
    title: t(isDevice ? 'printers.bridgeOf' : 'printers.addressOf', { name }),
    description: t(isDevice ? 'printers.bridgeHint' : 'printers.addressHint'),
    content: () => (isDevice ? <BridgeForm printer={printer} /> : <TokenForm printer={printer} />),
  })
}

const openSilent = (printer: Printer) =>
  showDialog({
    title: t('printers.silentTitle', { name: printer.name }),
    description: t('printers.silentHint'),
    content: (close) => <SilentForm printer={printer} onClose={() => close()} />,
  })

/** The printers on the network, for owners (docs/product/printers.md#printers-settings). */
export default function PrinterSettings() {
  const query = usePrinters()
  const printers = query.data
  const addButton = useRef<HTMLButtonElement>(null)
  if (!printers) return <NotLoaded queries={[query]} shapes={['h-40']} />
  const toCheck = jobsToCheck(printers)
  const isEmpty = printers.length === 0
  const add = async () => {
    const added = await openPrinterForm(null)
    if (added && added.kind !== 'network') void openAddress(added)
  }
  const addPrinter = (
    <Button ref={addButton} variant={isEmpty ? 'primary' : 'outline'} className="self-start" onClick={() => void add()}>
      <Plus className="size-4.5" />
      {t('printers.add')}
    </Button>
  )
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
            <PrinterCard key={printer.id} printer={printer} printers={printers} focusAfter={addButton} />
          ))}
        </ul>
      )}
      {!isEmpty && printers.length < MAX_PRINTERS && addPrinter}
    </div>
  )
}
