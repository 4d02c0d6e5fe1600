import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWhileOpen } from '../../../ui/overlays/use-while-open.ts'
import { buttonClass } from '../../../ui/parts/button.tsx'
import { BULK_KINDS, BulkDialog, type BulkKind } from './bulk-dialog.tsx'

interface BulkActionsProps {
  /** The selected dishes. */
  ids: number[]
  /** Called after the dishes were changed. */
  onDone: () => void
}

/** The selection bar's buttons for bulk changes (docs/product/menu.md#menu-bulk). */
export function BulkActions({ ids, onDone }: BulkActionsProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<BulkKind | null>(null)
  const shownKind = useWhileOpen(kind !== null, kind)
  return (
    <>
      {BULK_KINDS.map((each) => (
        <button
          key={each}
          type="button"
          aria-haspopup="dialog"
          onClick={() => setKind(each)}
          className={`${buttonClass({ variant: 'quiet' })} border border-current px-3.5! text-inherit! text-sm! hover:bg-paper/15!`}
        >
          {t(`menuImports.bulk.${each}`)}
        </button>
      ))}
      {shownKind && (
        <BulkDialog
          key={shownKind}
          open={kind !== null}
          kind={shownKind}
          ids={ids}
          onClose={() => setKind(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}
