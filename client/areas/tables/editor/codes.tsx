import { Copy, Download } from 'lucide-react'
import { useDeferredValue, useLayoutEffect, useState } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { withLabel } from '#shared/domain/table.ts'
import { copyText, saveFile } from '../../../lib/api/files.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { useChangeSettings } from '../../../lib/settings/change-settings.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, ChoiceChips, Dialog, i18n, Switch, ToggleChips, toast, useTranslation } from '../../../ui/index.ts'
import {
  LocalWarning,
  localHostOf,
  PrintedCode,
  QrCode,
  QUIET_MODULES,
  qrOf,
  type useAddresses,
} from '../../codes/index.ts'
import './print-codes.css'
import { createPortal, flushSync } from 'react-dom'
import { CODES_PAPER } from '#shared/domain/printing/print-kinds.ts'
import { codesPrinted } from '../../../lib/browser/dashboard.ts'

/** The menu's address of a table, with its key if keys are required (docs/product/tables.md#tables-codes). */
function codeAddress(origin: string, { id, key }: Pick<Table, 'id' | 'key'>, hasKey: boolean): string {
  return origin + paths.menuOfTable(id, hasKey ? key : null)
}

const MIN_SIDE_PIXELS = 1024
/** Sizes of the text below the code, as fractions of the code's side. */
const CAPTION = { room: 0.16, type: 0.1 }
const [DARK, LIGHT] = ['#000000', '#ffffff']

/** A table's code to save as a file, with its quiet zone and the table's number below. */
interface SavedCode {
  address: string
  caption: string
  /** Without the extension. */
  fileName: string
}

function saveAsSvg(code: SavedCode): void {
  saveFile(new File([imageOf(code).svg], `${code.fileName}.svg`, { type: 'image/svg+xml' }))
}

/** Throws if the browser cannot render the image. */
async function saveAsPng(code: SavedCode): Promise<void> {
  const { svg, width, height } = imageOf(code)
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('The browser made no picture of the code')
  saveFile(new File([png], `${code.fileName}.png`, { type: png.type }))
}

/** A code as SVG. A module is a whole number of pixels wide: its edges are sharp for code readers. */
function imageOf({ address, caption }: SavedCode): { svg: string; width: number; height: number } {
  const { side, path } = qrOf(address)
  const fullSide = side + 2 * QUIET_MODULES
  const pixels = Math.ceil(MIN_SIDE_PIXELS / fullSide)
  const captionHeight = Math.ceil(fullSide * CAPTION.room)
  const [width, height] = [fullSide * pixels, (fullSide + captionHeight) * pixels]
  const type = fullSide * CAPTION.type
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${fullSide} ${fullSide + captionHeight}">
<rect width="100%" height="100%" fill="${LIGHT}"/>
<path transform="translate(${QUIET_MODULES} ${QUIET_MODULES})" fill="${DARK}" shape-rendering="crispEdges" d="${path}"/>
<text x="${fullSide / 2}" y="${fullSide + type * 0.6}" text-anchor="middle" font-family="Georgia, serif" font-weight="600" font-size="${type}" fill="${DARK}">${caption}</text>
</svg>
`
  return { svg, width, height }
}

const CODE_PIXELS = 128

interface CodeProps {
  table: Table
  /** The public address if one is set, else the browser's. */
  origin: string
}

/** A table's code, to scan from the screen. Drawn after the cards, because the codes of many tables take a while. */
export function TableCode({ table, origin }: CodeProps) {
  const { t } = useTranslation()
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

/** Saves a table's code, or copies its address (docs/product/tables.md#tables-codes). */
export function CodeDialog({ open, table, origin, onClose }: CodeDialogProps) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const { number } = table
  const address = codeAddress(origin, table, tableKeysRequired)
  const caption = withLabel(t('common.table', { number }), table.label)
  const code = { address, caption, fileName: t('tables.fileName', { number }) }
  const failed = (title: string) => () => void toast({ variant: 'destructive', title })
  const copy = () =>
    copyText(address).then(() => void toast({ title: t('tables.copied') }), failed(t('tables.copyFailed')))
  const icon = 'size-4.5 shrink-0'
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('tables.code', { number })}>
      <div className="flex flex-col gap-4">
        {/* The number in the address is not the table's. */}
        <p className="text-center font-semibold text-body">{t('tables.leadsTo', { number })}</p>
        <p className="select-all break-all text-center text-muted text-sm">{address}</p>
        <div className="grid gap-2.5 sm:grid-cols-3">
          <Button variant="outline" onClick={() => saveAsSvg(code)}>
            <Download className={icon} />
            {t('tables.file.svg')}
          </Button>
          <Button variant="outline" onClick={() => void saveAsPng(code).catch(failed(t('common.notChanged')))}>
            <Download className={icon} />
            {t('tables.file.png')}
          </Button>
          <Button variant="outline" onClick={() => void copy()}>
            <Copy className={icon} />
            {t('tables.copyAddress')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The switch that makes orders require the table's key. Switching it on warns that the codes must be printed again. */
export function KeysSwitch({ onPrint }: { onPrint: () => void }) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useChangeSettings(undefined, t('common.notChanged'))
  const switchOn = (then?: () => void) =>
    mutate(
      { tableKeysRequired: true },
      {
        onSuccess() {
          setAsking(false)
          then?.()
        },
      },
    )
  return (
    <div className="max-w-2xl card-face px-5 py-3">
      <Switch
        label={t('tables.keys.label')}
        hint={t(tableKeysRequired ? 'tables.keys.on' : 'tables.keys.off')}
        checked={tableKeysRequired}
        disabled={isPending}
        onCheckedChange={(on) => (on ? setAsking(true) : mutate({ tableKeysRequired: false }))}
      />
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        dismissible={!isPending}
        title={t('tables.keys.askTitle')}
        description={t('tables.keys.askDescription')}
        footer={
          <div className="flex flex-col gap-2.5">
            <Button pending={isPending} onClick={() => switchOn(onPrint)}>
              {t('tables.keys.onAndPrint')}
            </Button>
            <Button variant="outline" disabled={isPending} onClick={() => switchOn()}>
              {t('tables.keys.onOnly')}
            </Button>
          </div>
        }
      >
        <p className="text-body">{t('tables.keys.print')}</p>
      </Dialog>
    </div>
  )
}

/**
 * Layouts of codes on A4; each code is at least 35 mm wide (docs/product/tables.md#tables-codes). Widths and sizes of
 * type are in millimetres, those of the restaurant's name for a short, a long and a very long one.
 */
const LAYOUTS = {
  sheet: { perPage: 12, codeWidth: 36, names: [3.8, 3.1, 2.6], table: 8.5, label: 3.6, invitation: 2.7 },
  stickers: { perPage: 8, codeWidth: 42, names: [4.4, 3.6, 3], table: 8.5, label: 4.4, invitation: 3.2 },
  tents: { perPage: 1, codeWidth: 72, names: [9, 7, 5.6], table: 17, label: 9, invitation: 6.4 },
} as const
type Layout = keyof typeof LAYOUTS

function pagesOf<Item>(tables: readonly Item[], layout: Layout): Item[][] {
  const { perPage } = LAYOUTS[layout]
  return Array.from({ length: Math.ceil(tables.length / perPage) }, (_, page) =>
    tables.slice(page * perPage, (page + 1) * perPage),
  )
}

/** The printed page, rendered instead of the app on paper only; invisible on the screen. */
function PrintedCodes({ layout, tables, origin }: PageProps) {
  useLayoutEffect(() => {
    document.body.classList.add('prints-codes')
    return () => document.body.classList.remove('prints-codes')
  }, [])
  return createPortal(
    <div className={`printed-codes printed-${layout}`} aria-hidden="true">
      <style>{CODES_PAPER}</style>
      {pagesOf(tables, layout).map((page) => (
        <Page key={page[0]?.id} layout={layout} tables={page} origin={origin} />
      ))}
    </div>,
    document.body,
  )
}

interface PageProps {
  layout: Layout
  tables: readonly Table[]
  origin: string
}

function Page({ layout, tables, origin }: PageProps) {
  const { tableKeysRequired } = useSettings()
  const label = (table: Table) => (
    <CodeLabel key={table.id} table={table} address={codeAddress(origin, table, tableKeysRequired)} layout={layout} />
  )
  return (
    <div className="printed-page">
      {tables.map((table) =>
        layout === 'tents'
          ? [
              <div key="back" className="printed-back">
                {label(table)}
              </div>,
              label(table),
            ]
          : label(table),
      )}
    </div>
  )
}

/** A code with its texts: the table in the restaurant's language, the invitation in both languages. */
function CodeLabel({ table, address, layout }: { table: Table; address: string; layout: Layout }) {
  const { restaurantName, language } = useSettings()
  const name = restaurantName ?? ''
  const { codeWidth, names, table: tableSize, label: labelSize, invitation } = LAYOUTS[layout]
  const nameSize = names[name.length <= 22 ? 0 : name.length <= 45 ? 1 : 2]
  const size = (millimetres: number) => ({ fontSize: `${millimetres}mm` })
  return (
    <div className="printed-label">
      <PrintedCode address={address} width={codeWidth} />
      <div className="printed-words">
        {name && (
          <p className="printed-name" style={size(nameSize)}>
            {name}
          </p>
        )}
        <p className="printed-table" style={size(tableSize)}>
          {i18n.getFixedT(language)('common.table', { number: table.number })}
        </p>
        {table.label !== null && (
          <p className="printed-table-label" style={size(labelSize)}>
            {table.label}
          </p>
        )}
        {/* For phones that cannot scan; the key of a table is too long to type. */}
        <p className="printed-invitation" style={size(invitation)}>
          {address.replace(/^https?:\/\/|&key=.*$/g, '')}
        </p>
        {(['ro', 'en'] as const).map((textLanguage) => (
          <p key={textLanguage} lang={textLanguage} className="printed-invitation" style={size(invitation)}>
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
  /** The only table that is selected at first; null for all. */
  initialTableId: number | null
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
  onClose: () => void
}

/** The dialog to choose which codes to print, and in which layout (docs/product/tables.md#tables-codes). */
export function PrintCodesDialog({ open, tables, initialTableId, addresses, onClose }: PrintCodesDialogProps) {
  const { t } = useTranslation()
  const [layout, chooseLayout] = useState<Layout>('sheet')
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<number>>(
    () => new Set(initialTableId === null ? [] : tables.map(({ id }) => id).filter((id) => id !== initialTableId)),
  )
  const [printed, setPrinted] = useState<{ layout: Layout; tables: readonly Table[] } | null>(null)
  const selected = tables.filter(({ id }) => !excludedIds.has(id))
  const pages = pagesOf(selected, layout)
  const isLocal = localHostOf(addresses.origin) !== undefined
  const print = async () => {
    // The printed page stays until the dialog closes: some browsers read it only after `print` has returned.
    flushSync(() => setPrinted({ layout, tables: selected }))
    await loadFonts()
    window.print()
    codesPrinted.write('yes')
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.codes.title')}
      className="sm:max-w-lg!"
      footer={
        <>
          <p role="status" className="figures mb-2 text-body font-semibold">
            {selected.length === 0
              ? t('tables.codes.chooseTables')
              : `${t('tables.codes.codes', { count: selected.length })} · ${t('tables.codes.pages', { count: pages.length })}`}
          </p>
          <Button
            variant={isLocal ? 'outline' : 'primary'}
            onClick={() => selected.length > 0 && void print()}
            className="w-full"
          >
            {isLocal
              ? t('tables.codes.printAnyway')
              : selected.length === 0
                ? t('common.print')
                : t('tables.codes.printThese', { count: selected.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <LocalWarning addresses={addresses} />
        <div>
          <ChoiceChips
            label={t('tables.codes.layout')}
            value={layout}
            onChange={chooseLayout}
            options={LAYOUT_NAMES.map((value) => ({ value, label: t(`tables.codes.layouts.${value}`) }))}
          />
          <div className="mt-2 flex gap-4">
            <p className="flex-1 text-sm text-muted">{t(`tables.codes.about.${layout}`)}</p>
            {pages[0] && (
              <div aria-hidden="true" className={`printed-preview printed-${layout}`}>
                <Page layout={layout} tables={pages[0]} origin={addresses.origin} />
              </div>
            )}
          </div>
        </div>
        <div>
          <ToggleChips
            legend={t('dashboard.tabs.tables')}
            tone="ink"
            options={tables.map(({ id, number }) => ({ value: String(id), label: String(number) }))}
            value={selected.map(({ id }) => String(id))}
            onChange={(ids) =>
              setExcludedIds(new Set(tables.map(({ id }) => id).filter((id) => !ids.includes(String(id)))))
            }
          />
          <div className="mt-2 flex gap-2">
            <Button size="small" variant="quiet" onClick={() => setExcludedIds(new Set())}>
              {t('tables.codes.all')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setExcludedIds(new Set(tables.map(({ id }) => id)))}>
              {t('tables.codes.none')}
            </Button>
          </div>
        </div>
        <p className="text-sm text-muted">{t('tables.codes.hint')}</p>
      </div>
      {printed && <PrintedCodes {...printed} origin={addresses.origin} />}
    </Dialog>
  )
}

const LAYOUT_NAMES = Object.keys(LAYOUTS) as Layout[]

/** Loads the fonts of letters that the page has not shown yet, for example those with a comma below. */
async function loadFonts(): Promise<void> {
  const text = document.querySelector('.printed-codes')?.textContent ?? ''
  const faces = ['1em "Inter Variable"', '600 1em "Fraunces Variable"']
  await Promise.allSettled(faces.map((face) => document.fonts.load(face, text)))
}
