import { Cloud, CornerDownRight, Ellipsis, FileText, Printer as PrinterIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Printer } from '#shared/contracts/printers.ts'
import { DEFAULT_STATIONS } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { cx } from '../../ui/cx.ts'
import { ActionMenu } from '../../ui/overlays/menu.tsx'
import { Button, IconButton } from '../../ui/parts/button.tsx'
import { Card } from '../../ui/parts/card.tsx'
import { useChangePrinter, useTestPrint } from './printer-requests.ts'
import { adviceOf, isLate, isTroubled, PrinterStateBadge, paperMm } from './printer-state.tsx'

export type PrinterDialogKind = 'form' | 'token' | 'silent' | 'delete'

interface PrinterCardProps {
  printer: Printer
  printers: readonly Printer[]
  onOpen: (what: PrinterDialogKind) => void
}

/** A printer: its state in words with what to do, and what it prints. */
export function PrinterCard({ printer, printers, onOpen }: PrinterCardProps) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const { kind, name, address, columns, state, isActive, lastAt, seenAt, answers } = printer
  const test = useTestPrint(printer)
  const change = useChangePrinter(printer)
  const now = useServerNow()
  const isWrong = isTroubled(printer) || isLate(printer, now)
  const advice = adviceOf(printer, printers, t)
  const Icon = kind === 'star' ? Cloud : PrinterIcon
  const facts = [
    t(`printers.kindNames.${kind}`),
    kind === 'network' ? address : seenAt && t('printers.seen', { time: formatTime(seenAt, timeZone) }),
    `${paperMm(columns)} mm`,
  ]
  const action = (key: string, label: string, onChoose: () => void) => ({ key, label, onChoose })
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
            <Icon aria-hidden="true" className="size-5" />
          </span>
          <div className="min-w-0 flex-1 basis-40">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h3 className="display min-w-0 break-words text-xl leading-tight">{name}</h3>
              <PrinterStateBadge printer={printer} />
            </div>
            <p className="mt-1 break-words text-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
          </div>
          <div className="ml-auto flex gap-2">
            <Button variant="outline" pending={test.isPending} disabled={!isActive} onClick={() => test.mutate(true)}>
              <FileText aria-hidden="true" className="size-4.5" />
              {t('printers.test')}
            </Button>
            <ActionMenu
              trigger={
                <IconButton label={t('printers.more', { name })} variant="outline">
                  <Ellipsis aria-hidden="true" className="size-5" />
                </IconButton>
              }
              actions={[
                action('edit', t('printers.edit'), () => onOpen('form')),
                ...(kind === 'star' ? [action('token', t('printers.newAddress'), () => onOpen('token'))] : []),
                ...(answers ? [] : [action('ask', t('printers.askAgain'), () => change.mutate({ answers: true }))]),
                action('active', t(isActive ? 'printers.switchOff' : 'printers.switchOn'), () =>
                  change.mutate({ isActive: !isActive }),
                ),
                action('delete', t('printers.delete'), () => onOpen('delete')),
              ]}
            />
          </div>
        </div>
        {advice.length > 0 && (
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-pending-soft px-3.5 py-2.5 text-[15px] text-pending">
            <CornerDownRight aria-hidden="true" className="size-5 shrink-0" />
            <p className="min-w-0 flex-1 basis-48">{advice.join(' ')}</p>
            {state === 'silent' && (
              <Button size="small" variant="outline" onClick={() => onOpen('silent')}>
                {t('printers.tryAnyway')}
              </Button>
            )}
          </div>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-3 text-sm">
          <Prints printer={printer} />
          {lastAt && (
            <span className="ml-auto text-muted">{t('printers.lastAt', { time: formatTime(lastAt, timeZone) })}</span>
          )}
        </div>
      </Card>
    </li>
  )
}

/** The stations and documents of a printer. */
function Prints({ printer: { stations: chosen, documents } }: Pick<PrinterCardProps, 'printer'>) {
  const { t } = useTranslation()
  const language = useLanguage()
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
