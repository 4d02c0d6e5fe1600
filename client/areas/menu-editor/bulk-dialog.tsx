import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { type BulkChange, changeDishes, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { LoadFailure, language, t } from '../../ui/index.ts'
import { BulkForm, bulkResolver, type FilledKind, NO_INPUT } from './bulk-forms.tsx'
import { NEW_CATEGORY } from './dish-fields.tsx'
import { PreviewDialog, Problem, usePreviewedChange } from './imports/preview.tsx'
import { useOwnersMenu } from './owners-menu.ts'

/** Longer than usual, because thousands of dishes can change. */
const BULK_TIMEOUT_MS = 60_000

interface DishesChange {
  ids: number[]
  change: BulkChange
}

function sendBulkChange({ ids, change }: DishesChange, menu?: string): Promise<MenuOutcome> {
  return callApi(changeDishes, { body: { ids, change, dryRun: !menu, menu }, timeout: BULK_TIMEOUT_MS })
}

const IMMEDIATE_CHANGES = { show: { isActive: true }, hide: { isActive: false }, delete: { delete: true } }
export type BulkKind = FilledKind | keyof typeof IMMEDIATE_CHANGES

interface BulkDialogProps {
  open: boolean
  kind: BulkKind
  ids: number[]
  onClose: () => void
  /** Called after the change, when the dialog has closed: clearing the selection unmounts both. */
  onDone: () => void
}

export default function BulkDialog({ open, kind, ids, onClose, onDone }: BulkDialogProps) {
  const isDone = useRef(false)
  const change = usePreviewedChange(sendBulkChange, () => {
    isDone.current = true
    onClose()
  })
  const { source, outcome, previewError } = change
  const { menu } = useOwnersMenu()
  const rowTitle = (line: number) => {
    const dish = menu?.dishes.find(({ id }) => id === source?.ids[line - 1])
    return dish ? nameIn(language, dish) : t('menuImports.bulk.place', { line })
  }
  const categories = menu?.categories ?? []
  const first = (categories.find(({ hasItems }) => hasItems) ?? categories[0])?.name ?? NEW_CATEGORY
  // Here, so that it has its values again after the preview.
  const form = useForm({ defaultValues: NO_INPUT, resolver: bulkResolver(kind as FilledKind, first) })
  const immediateChange = (IMMEDIATE_CHANGES as Partial<Record<BulkKind, BulkChange>>)[kind]
  const preview = (requested: BulkChange) => change.preview({ ids, change: requested })
  return (
    <PreviewDialog
      open={open}
      title={t(`menuImports.bulk.${kind}Title`)}
      description={t('common.dishes', { count: ids.length })}
      className="sm:max-w-xl!"
      change={change}
      changingText={t('menuImports.changing')}
      failureTitle={t('common.notChanged')}
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
            <BulkForm kind={kind as FilledKind} {...{ ids, first, form }} onPreview={preview} />
          </>
        )
      }
      back={
        immediateChange
          ? { label: t('common.cancel'), onPress: onClose }
          : { label: t('common.back'), onPress: change.back }
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
