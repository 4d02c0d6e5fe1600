import { Button, ChoiceChips, Dialog, i18n, ToggleChips, useTranslation } from '../../../ui/index.ts'
import './print-codes.css'
import { useLayoutEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { Table } from '#shared/contracts/tables.ts'
import { CODES_PAPER } from '#shared/domain/printing/print-kinds.ts'
import { codesPrinted } from '../../../lib/browser/dashboard.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { LocalWarning, localHostOf, PrintedCode, type useAddresses } from '../../codes/index.ts'
import { codeAddress } from './codes.tsx'

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
