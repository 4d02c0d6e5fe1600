import { useDeferredValue, useLayoutEffect, useState } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { withLabel } from '#shared/domain/table.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { useChangeSettings } from '../../../lib/settings/change-settings.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, Dialog, i18n, Switch, t } from '../../../ui/index.ts'
import { CodeFiles, LocalWarning, localHostOf, PrintedCode, QrCode, type useAddresses } from '../../codes/index.ts'
import './print-codes.css'
import { createPortal, flushSync } from 'react-dom'
import { CODES_PAPER } from '#shared/domain/printing/print-kinds.ts'

/** The menu's address of a table, with its key if keys are required (docs/product/tables.md#tables-codes). */
function codeAddress(origin: string, { id, key }: Pick<Table, 'id' | 'key'>, hasKey: boolean): string {
  return origin + paths.menuOfTable(id, hasKey ? key : null)
}

const CODE_PIXELS = 128

interface CodeProps {
  table: Table
  /** The public address if one is set, else the browser's. */
  origin: string
}

/** A table's code, to scan from the screen. Drawn after the cards, because the codes of many tables take a while. */
export function TableCode({ table, origin }: CodeProps) {
  const { tableKeysRequired } = useSettings()
  const address = useDeferredValue(codeAddress(origin, table, tableKeysRequired), '')
  return (
    // The white border is the code's quiet zone: four modules.
    <div className="box-content size-32 shrink-0 rounded-control border border-line bg-code-ground p-4">
      {address && <QrCode address={address} label={t('tables.code', { number: table.number })} size={CODE_PIXELS} />}
    </div>
  )
}

interface CodeDialogProps extends CodeProps {
  open: boolean
  onClose: () => void
}

/** Saves a table's code, and shows its address (docs/product/tables.md#tables-codes). */
export function CodeDialog({ open, table, origin, onClose }: CodeDialogProps) {
  const { tableKeysRequired } = useSettings()
  const { number } = table
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('tables.code', { number })}>
      {/* The number in the address is not the table's. */}
      <p className="mb-4 text-center font-semibold text-body">{t('tables.leadsTo', { number })}</p>
      <CodeFiles
        address={codeAddress(origin, table, tableKeysRequired)}
        caption={withLabel(t('common.table', { number }), table.label)}
        fileName={t('tables.fileName', { number })}
      />
    </Dialog>
  )
}

/** The switch that makes orders require the table's key. Switching it on warns that the codes must be printed again. */
export function KeysSwitch({ onPrint }: { onPrint: () => void }) {
  const { tableKeysRequired } = useSettings()
  const { mutate, mutateAsync, isPending } = useChangeSettings(undefined, t('common.notChanged'))
  const switchOn = async () => {
    const isOn = await confirm({
      title: t('tables.keys.askTitle'),
      description: t('tables.keys.askDescription'),
      body: <p className="text-body">{t('tables.keys.print')}</p>,
      confirm: t('tables.keys.onAndPrint'),
      action: () => mutateAsync({ tableKeysRequired: true }),
    })
    if (isOn) onPrint()
  }
  return (
    <div className="max-w-2xl card-face px-5 py-3">
      <Switch
        label={t('tables.keys.label')}
        hint={t(tableKeysRequired ? 'tables.keys.on' : 'tables.keys.off')}
        checked={tableKeysRequired}
        disabled={isPending}
        onCheckedChange={(on) => (on ? void switchOn() : mutate({ tableKeysRequired: false }))}
      />
    </div>
  )
}

/** A page of A4: three columns of four codes, each at least 35 mm wide (docs/product/tables.md#tables-codes). */
const PER_PAGE = 12
const CODE_MM = 36
/** Sizes of type in millimetres for a short, a long and a very long name of the restaurant. */
const NAME_MM = [3.8, 3.1, 2.6] as const

interface PrintedCodesProps {
  tables: readonly Table[]
  origin: string
}

/** The printed pages, rendered instead of the app on paper only; invisible on the screen. */
function PrintedCodes({ tables, origin }: PrintedCodesProps) {
  const { tableKeysRequired } = useSettings()
  useLayoutEffect(() => {
    document.body.classList.add('prints-codes')
    return () => document.body.classList.remove('prints-codes')
  }, [])
  const pages = Array.from({ length: Math.ceil(tables.length / PER_PAGE) }, (_, page) =>
    tables.slice(page * PER_PAGE, (page + 1) * PER_PAGE),
  )
  return createPortal(
    <div className="printed-codes" aria-hidden="true">
      <style>{CODES_PAPER}</style>
      {pages.map((page) => (
        <div key={page[0]?.id} className="printed-page">
          {page.map((table) => (
            <CodeLabel key={table.id} table={table} address={codeAddress(origin, table, tableKeysRequired)} />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  )
}

/** A code with its texts: the table in the restaurant's language, the invitation in both languages. */
function CodeLabel({ table, address }: { table: Table; address: string }) {
  const { restaurantName, language } = useSettings()
  const name = restaurantName ?? ''
  const nameSize = NAME_MM[name.length <= 22 ? 0 : name.length <= 45 ? 1 : 2]
  return (
    <div className="printed-label">
      <PrintedCode address={address} width={CODE_MM} />
      <div className="printed-words">
        {name && (
          <p className="printed-name" style={{ fontSize: `${nameSize}mm` }}>
            {name}
          </p>
        )}
        <p className="printed-table">{i18n.getFixedT(language)('common.table', { number: table.number })}</p>
        {table.label !== null && <p className="printed-table-label">{table.label}</p>}
        {/* For phones that cannot scan; the key of a table is too long to type. */}
        <p>{address.replace(/^https?:\/\/|&key=.*$/g, '')}</p>
        {(['ro', 'en'] as const).map((textLanguage) => (
          <p key={textLanguage} lang={textLanguage}>
            {i18n.getFixedT(textLanguage)('tables.codes.invitation')}
          </p>
        ))}
      </div>
    </div>
  )
}

interface PrintCodesDialogProps {
  open: boolean
  tables: readonly Table[]
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
  onClose: () => void
}

/** Says what is printed, and prints it (docs/product/tables.md#tables-codes). */
export function PrintCodesDialog({ open, tables, addresses, onClose }: PrintCodesDialogProps) {
  const [isPrinted, setPrinted] = useState(false)
  const isLocal = localHostOf(addresses.origin) !== undefined
  const print = async () => {
    // The printed page stays until the dialog closes: some browsers read it only after `print` has returned.
    flushSync(() => setPrinted(true))
    await loadFonts()
    window.print()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.codes.title')}
      footer={
        <Button variant={isLocal ? 'outline' : 'primary'} onClick={() => void print()} className="w-full">
          {isLocal ? t('tables.codes.printAnyway') : t('tables.codes.printThese', { count: tables.length })}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <LocalWarning addresses={addresses} />
        <p className="figures font-semibold text-body">
          {t('tables.codes.codes', { count: tables.length })} ·{' '}
          {t('tables.codes.pages', { count: Math.ceil(tables.length / PER_PAGE) })}
        </p>
        <p className="text-body">{t('tables.codes.about')}</p>
        <p className="text-sm text-muted">{t('tables.codes.hint')}</p>
      </div>
      {isPrinted && <PrintedCodes tables={tables} origin={addresses.origin} />}
    </Dialog>
  )
}

/** Loads the fonts of letters that the page has not shown yet, for example those with a comma below. */
async function loadFonts(): Promise<void> {
  const text = document.querySelector('.printed-codes')?.textContent ?? ''
  const faces = ['1em "Inter Variable"', '600 1em "Fraunces Variable"']
  await Promise.allSettled(faces.map((face) => document.fonts.load(face, text)))
}
