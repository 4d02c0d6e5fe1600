import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PastImport } from '#shared/contracts/menu-imports.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { LoadFailed } from '../../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { LastImportNote } from './last-import-note.tsx'
import { useLastImport, useUndoImport } from './menu-calls.ts'
import { leaveUndo, useUndoAsked, withdrawUndo } from './undo-asked.ts'

/** Asks once before the last import is taken back, and says which one that is (docs/product.md#menu-csv). */
export function UndoImportDialog() {
  const { t } = useTranslation()
  const isAsked = useUndoAsked((state) => state.isAsked)
  const { mutate, isPending } = useUndoImport(leaveUndo)
  // It must not open by itself when the tab is opened again.
  useEffect(() => withdrawUndo, [])
  return (
    <Dialog open={isAsked} onOpenChange={leaveUndo} dismissible={!isPending} title={t('menuImports.undoTitle')}>
      <UndoQuestion isPending={isPending} onConfirm={mutate} />
    </Dialog>
  )
}

function UndoQuestion({ isPending, onConfirm }: { isPending: boolean; onConfirm: (last: PastImport) => void }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useLastImport()
  if (data === undefined) {
    if (error && !isFetching) return <LoadFailed description={errorMessage(error)} onRetry={() => void refetch()} />
    return (
      <div role="status">
        <span className="sr-only">{t('common.loading')}</span>
        <Skeleton className="h-24" />
      </div>
    )
  }
  if (data === null) return <p>{t('menuImports.noLast')}</p>
  return (
    <>
      <LastImportNote last={data} className="block rounded-control border border-line bg-card px-4 py-3" />
      <p className="mt-4 text-[15px]">{t(data.undoable ? 'menuImports.undoDescription' : 'menuImports.notUndoable')}</p>
      <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button variant="outline" disabled={isPending} onClick={leaveUndo}>
          {t(data.undoable ? 'common.cancel' : 'common.close')}
        </Button>
        {data.undoable && (
          <Button variant="danger" pending={isPending} onClick={() => onConfirm(data)}>
            {t('menuImports.undo')}
          </Button>
        )}
      </div>
    </>
  )
}
