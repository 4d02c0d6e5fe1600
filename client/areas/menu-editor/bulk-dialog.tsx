import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkChange, changeDishes, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { LoadFailure } from '../../ui/parts/empty-state.tsx'
import {
  type AllergensChoice,
  AllergensForm,
  type CategoryChoice,
  CategoryForm,
  type OptionsChoice,
  OptionsForm,
  type PriceChangeInput,
  PriceForm,
  type TagsChoice,
  TagsForm,
} from './bulk-forms.tsx'
import { Problem } from './imports/outcome-preview.tsx'
import { PreviewDialog } from './imports/preview-dialog.tsx'
import { type SendOptions, usePreviewedChange } from './imports/previewed-change.ts'
import { useOwnersMenu } from './owners-menu.ts'

export const BULK_KINDS = ['show', 'hide', 'price', 'category', 'tags', 'allergens', 'options', 'delete'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/** Longer than usual, because thousands of dishes can change. */
const BULK_TIMEOUT_MS = 60_000

interface DishesChange {
  ids: number[]
  change: BulkChange
}

/** Sends a bulk change or requests its preview. */
function sendBulkChange({ ids, change }: DishesChange, { dryRun, menu, signal }: SendOptions): Promise<MenuOutcome> {
  return callApi(changeDishes, { body: { ids, change, dryRun, menu }, signal, timeout: BULK_TIMEOUT_MS })
}

/** The bulk changes without a form, which are previewed immediately. */
const IMMEDIATE_CHANGES: Partial<Record<BulkKind, BulkChange>> = {
  show: { isActive: true },
  hide: { isActive: false },
  delete: { delete: true },
}

interface BulkDialogProps {
  open: boolean
  kind: BulkKind
  ids: number[]
  onClose: () => void
  /** Called after the change, when the dialog has closed: clearing the selection unmounts both. */
  onDone: () => void
}

/** The dialog for a bulk change: form, preview of each dish, confirmation. */
export function BulkDialog({ open, kind, ids, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation()
  const isDone = useRef(false)
  const change = usePreviewedChange<DishesChange>({
    send: sendBulkChange,
    onDone() {
      isDone.current = true
      onClose()
    },
  })
  const { source, outcome, previewError } = change
  const language = useLanguage()
  const dishes = useOwnersMenu().menu?.dishes
  const rowTitle = (line: number) => {
    const dish = dishes?.find(({ id }) => id === source?.ids[line - 1])
    return dish ? nameIn(language, dish) : t('menuImports.bulk.place', { line })
  }
  // Stored here, so that the form has its values again after the preview.
  const [price, setPrice] = useState<PriceChangeInput>({ direction: 'raise', unit: 'percent', text: '', roundTo: 1 })
  const [category, setCategory] = useState<CategoryChoice | null>(null)
  const [tags, setTags] = useState<TagsChoice>({ add: [], remove: [] })
  const [allergens, setAllergens] = useState<AllergensChoice>({ add: [], remove: [], checked: 'keep' })
  const [options, setOptions] = useState<OptionsChoice>({ add: [], remove: [] })
  const immediateChange = IMMEDIATE_CHANGES[kind]
  const preview = (requested: BulkChange) => change.preview({ ids, change: requested })
  return (
    <PreviewDialog
      open={open}
      title={t(`menuImports.bulk.${kind}Title`)}
      description={t('menuImports.bulk.selected', { count: ids.length })}
      className="sm:max-w-xl!"
      change={change}
      changingText={t('menuImports.changing')}
      failureTitle={t('menuImports.bulk.failed')}
      onClose={onClose}
      onClosed={() => {
        if (isDone.current) onDone()
      }}
      form={
        immediateChange ? (
          <ImmediatePreview error={previewError} onPreview={() => preview(immediateChange)} />
        ) : (
          <>
            {previewError && <Problem title={t('menuImports.previewFailed')}>{errorMessage(previewError)}</Problem>}
            {kind === 'price' && <PriceForm value={price} onChange={setPrice} onPreview={preview} />}
            {kind === 'category' && <CategoryForm value={category} onChange={setCategory} onPreview={preview} />}
            {kind === 'tags' && <TagsForm ids={ids} value={tags} onChange={setTags} onPreview={preview} />}
            {kind === 'options' && <OptionsForm ids={ids} value={options} onChange={setOptions} onPreview={preview} />}
            {kind === 'allergens' && (
              <AllergensForm ids={ids} value={allergens} onChange={setAllergens} onPreview={preview} />
            )}
          </>
        )
      }
      back={
        immediateChange
          ? { label: t('common.cancel'), onPress: onClose }
          : { label: t('menuImports.bulk.back'), onPress: change.back }
      }
      confirm={{
        label: outcome?.deleted
          ? t('menuImports.bulk.doDelete', { count: outcome.deleted.length })
          : t('menuImports.bulk.do', { count: outcome?.changed.length ?? 0 }),
        variant: outcome?.deleted ? 'danger' : 'primary',
        onPress: () => change.confirm(),
      }}
      badRowsText={t('menuImports.bulk.mend')}
      rowTitle={rowTitle}
    />
  )
}

/** Requests the preview on mount; if that fails, shows the error with a button to retry. */
function ImmediatePreview({ error, onPreview }: { error: Error | null; onPreview: () => void }) {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || error) return
    begun.current = true
    onPreview()
  }, [error, onPreview])
  return error && <LoadFailure description={errorMessage(error)} onRetry={onPreview} />
}
