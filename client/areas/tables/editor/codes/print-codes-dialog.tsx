import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Table } from '#shared/contracts/tables.ts'
import { ChoiceChips } from '../../../../ui/inputs/choice-chips.tsx'
import { ToggleChips } from '../../../../ui/inputs/toggle-chips.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { useOpenings } from '../../../../ui/overlays/use-openings.ts'
import { Button } from '../../../../ui/parts/button.tsx'
import { LocalWarning, type useAddresses } from '../../../codes/index.ts'
import { LAYOUTS, type Layout, pagesOf } from './layouts.ts'
import { PrintedCodes } from './printed-codes.tsx'

interface PrintCodesDialogProps {
  open: boolean
  tables: readonly Table[]
  /** The only table that is selected at first; null for all. */
  initialTableId: number | null
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
  onClose: () => void
}

/** The dialog to choose which codes to print, and in which layout (docs/product/tables.md#tables-codes). */
export function PrintCodesDialog(props: PrintCodesDialogProps) {
  return <CodesChoice key={useOpenings(props.open)} {...props} />
}

function CodesChoice({ open, tables, initialTableId, addresses, onClose }: PrintCodesDialogProps) {
  const { t } = useTranslation()
  const [layout, chooseLayout] = useState<Layout>('sheet')
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<number>>(
    () => new Set(initialTableId === null ? [] : tables.map(({ id }) => id).filter((id) => id !== initialTableId)),
  )
  const [printed, setPrinted] = useState<{ layout: Layout; tables: readonly Table[] } | null>(null)
  const selected = tables.filter(({ id }) => !excludedIds.has(id))
  const pages = pagesOf(selected, layout).length
  const print = async () => {
    // The printed page stays until the dialog closes: some browsers read it only after `print` has returned.
    flushSync(() => setPrinted({ layout, tables: selected }))
    await loadFonts()
    window.print()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.codes.title')}
      className="sm:max-w-lg!"
      footer={
        <>
          <p role="status" className="figures mb-2 text-[15px] font-semibold">
            {selected.length === 0
              ? t('tables.codes.chooseTables')
              : `${t('tables.codes.codes', { count: selected.length })} · ${t('tables.codes.pages', { count: pages })}`}
          </p>
          <Button onClick={() => selected.length > 0 && void print()} className="w-full">
            {t('tables.codes.print')}
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
          <p className="mt-2 text-sm text-muted">{t(`tables.codes.about.${layout}`)}</p>
        </div>
        <div>
          <ToggleChips
            legend={t('tables.codes.tables')}
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
