import { CircleCheck, CircleMinus, Printer, PrinterX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Settings } from '#shared/contracts/settings.ts'
import { isAtStations } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { centred } from '#shared/domain/printing/columns.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, Dialog, IconButton, language, Switch, ToggleChips, t } from '../../ui/index.ts'
import { PopupBlockedError, printDocument, toastNotPrinted } from './print-document.ts'
import { usePrints } from './print-order.ts'
import { setThisDevice, usePrinterStatus, useThisDevice } from './this-device.tsx'

/** Prints a test page, so that the owner sees how this browser prints. */
export function useTestPage({ restaurantName }: Settings) {
  const [state, setState] = useState<'untried' | 'trying' | 'tried' | 'blocked' | 'failed'>('untried')
  const print = async () => {
    setState('trying')
    try {
      const lines = [...centred(restaurantName || 'Masa', 'large'), ...centred(t('printing.silent.page'))]
      await printDocument({ title: t('printing.silent.page'), lines })
      setState('tried')
    } catch (error) {
      toastNotPrinted(error)
      setState(error instanceof PopupBlockedError ? 'blocked' : 'failed')
    }
  }
  return { state, print: () => void print() }
}

/** The stations whose tickets this device prints by itself (docs/product/tickets-and-receipts.md#receipts-stations). */
function StationChoice() {
  const { stations = [] } = useSettings()
  const { stations: stored } = useThisDevice()
  if (stations.length < 2) return null
  const ids = stations.map(({ id }) => id)
  const chosen = stored === null ? ids : ids.filter((id) => isAtStations(stations, stored, id))
  const choose = (values: string[]) => {
    const left = ids.filter((id) => values.includes(String(id)))
    // A device that prints nothing is switched off above.
    if (left.length > 0) setThisDevice({ stations: left.length === ids.length ? null : left })
  }
  return (
    <div className="mt-4 flex flex-col gap-2">
      <ToggleChips
        legend={t('printing.stations.legend')}
        options={stations.map((station) => ({ value: String(station.id), label: nameIn(language, station) }))}
        value={chosen.map(String)}
        onChange={choose}
        tone="ink"
      />
      <p className="text-sm text-muted">{t('printing.stations.hint')}</p>
    </div>
  )
}

/** The button that opens that dialog: the printer's state, and the switch for automatic printing. */
export function PrinterButton() {
  const { label, isOffline, waiting, isTroubled } = usePrinterWork()
  return (
    <>
      <IconButton
        label={label}
        word={t(isOffline ? 'printing.printer.isOffline' : 'printing.printer.title')}
        isWordNeeded={isOffline}
        variant="outline"
        className={cx('relative', isTroubled && 'border-cancelled! bg-cancelled-soft! text-cancelled!')}
        onClick={() => openDialog('printer', true)}
      >
        {isOffline ? <PrinterX className="size-5" /> : <Printer className="size-5" />}
        {waiting > 0 && (
          <span
            className={cx(
              'count-badge absolute -top-1.5 py-1!',
              isTroubled ? 'bg-cancelled text-card' : 'bg-ink text-paper',
              // The words stand to the right of the icon.
              isOffline ? '-left-1.5' : '-right-1.5',
            )}
          >
            {waiting}
          </span>
        )}
      </IconButton>
      <OpenedDialog name="printer">
        {(_, open, close) => (
          <Dialog
            open={open}
            onOpenChange={close}
            title={t('printing.printer.title')}
            description={t('printing.printer.description')}
          >
            <PrinterState />
            <AutomaticPrintingSetting />
          </Dialog>
        )}
      </OpenedDialog>
    </>
  )
}

/** What the printer has to do, and whether it can: `waiting` counts what is queued, and orders not printed. */
export function usePrinterWork(): { label: string; isOffline: boolean; waiting: number; isTroubled: boolean } {
  const { ready, online, queueLength } = usePrinterStatus()
  const { byItself, isSilent } = useThisDevice()
  const failed = usePrints((prints) => prints.failed.size)
  const isOffline = !online || (byItself && !ready && !isSilent)
  const waiting = queueLength + failed
  const label = [
    t('printing.printer.title'),
    ...(isOffline ? [t('printing.printer.isOffline')] : []),
    ...(waiting > 0 ? [t('printing.printer.queue', { count: waiting })] : []),
  ].join(', ')
  return { label, isOffline, waiting, isTroubled: isOffline || failed > 0 }
}

function PrinterState() {
  const { ready, online, queueLength } = usePrinterStatus()
  return (
    <ul className="flex flex-col gap-2 text-body">
      <StateRow good={ready}>{t(ready ? 'printing.printer.ready' : 'printing.printer.notReady')}</StateRow>
      <StateRow good={online}>{t(online ? 'printing.printer.online' : 'printing.printer.offline')}</StateRow>
      <StateRow good={queueLength === 0}>
        {queueLength === 0 ? t('printing.printer.nothingWaits') : t('printing.printer.queue', { count: queueLength })}
      </StateRow>
    </ul>
  )
}

function StateRow({ good, children }: { good: boolean; children: ReactNode }) {
  const Icon = good ? CircleCheck : CircleMinus
  return (
    <li className="flex items-start gap-2">
      <Icon className={`mt-0.5 size-5 shrink-0 ${good ? 'text-ready' : 'text-muted'}`} />
      {children}
    </li>
  )
}

function AutomaticPrintingSetting() {
  const { ready } = usePrinterStatus()
  const { byItself, isSilent } = useThisDevice()
  return (
    <div className="mt-5 border-t border-line pt-4">
      {ready || isSilent ? (
        <>
          <Switch
            label={t('printing.byItself.label')}
            hint={t('printing.byItself.hint')}
            checked={byItself}
            onCheckedChange={(on) => setThisDevice({ byItself: on })}
          />
          {byItself && <StationChoice />}
        </>
      ) : (
        <SilentPrintingTest />
      )}
    </div>
  )
}

/** Prints a test page and asks the owner whether a dialog was shown, since a page cannot detect that. */
function SilentPrintingTest() {
  const { state, print } = useTestPage(useSettings())
  return (
    <section aria-label={t('printing.silent.title')} className="flex flex-col gap-3">
      <h3 className="text-body font-semibold">{t('printing.silent.title')}</h3>
      <p className="text-sm text-muted">{t('printing.silent.hint')}</p>
      {state === 'tried' ? (
        <>
          <p className="text-body">{t('printing.silent.question')}</p>
          <div className="flex flex-wrap gap-2.5">
            <Button onClick={() => setThisDevice({ isSilent: true })}>{t('printing.silent.yes')}</Button>
            <Button variant="outline" onClick={print}>
              {t('printing.silent.again')}
            </Button>
          </div>
        </>
      ) : (
        <Button variant="outline" className="self-start" pending={state === 'trying'} onClick={print}>
          {t('printing.silent.try')}
        </Button>
      )}
    </section>
  )
}
