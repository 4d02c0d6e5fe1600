import i18n from 'i18next'
import { createPortal } from 'react-dom'
import type { Table } from '#shared/contracts/tables.ts'
import { CODES_PAPER } from '#shared/domain/printing/printed-page.ts'
import { useSettings } from '../../../../lib/settings/settings.ts'
import { PrintedCode } from '../../../codes/index.ts'
import { codeAddress } from '../codes.tsx'
import { LAYOUTS, type Layout, pagesOf } from './layouts.ts'
import './printed-codes.css'

interface PrintedCodesProps {
  layout: Layout
  tables: readonly Table[]
  origin: string
}

/** The printed page, rendered instead of the app on paper only; invisible on the screen. */
export function PrintedCodes({ layout, tables, origin }: PrintedCodesProps) {
  const { tableKeysRequired } = useSettings()
  const label = (table: Table) => (
    <CodeLabel key={table.id} table={table} address={codeAddress(origin, table, tableKeysRequired)} layout={layout} />
  )
  return createPortal(
    <div className={`printed-codes printed-${layout}`} aria-hidden="true">
      <style>{CODES_PAPER}</style>
      {pagesOf(tables, layout).map((page) => (
        <div key={page[0]?.id} className="printed-page">
          {page.map((table) =>
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
      ))}
    </div>,
    document.body,
  )
}

/** A code with its texts: the table in the restaurant's language, the invitation in both languages. */
function CodeLabel({ table, address, layout }: { table: Table; address: string; layout: Layout }) {
  const { restaurantName, language } = useSettings()
  const name = restaurantName ?? ''
  return (
    <div className="printed-label">
      <PrintedCode address={address} width={LAYOUTS[layout].codeWidth} />
      <div className="printed-words">
        {name && <p className={`printed-name ${nameSizeClass(name)}`}>{name}</p>}
        <p className="printed-table">{i18n.getFixedT(language)('common.table', { number: table.number })}</p>
        {table.label !== null && <p className="printed-table-label">{table.label}</p>}
        {(['ro', 'en'] as const).map((textLanguage) => (
          <p key={textLanguage} lang={textLanguage} className="printed-invitation">
            {i18n.getFixedT(textLanguage)('tables.codes.invitation')}
          </p>
        ))}
      </div>
    </div>
  )
}

/** The CSS class of the restaurant's name: a smaller type size for long names, so that they fit. */
function nameSizeClass(name: string): string {
  if (name.length <= 22) return ''
  return name.length <= 45 ? 'is-long' : 'is-very-long'
}
