import { useState } from 'react'
import { useOpenByAddress } from '../../../lib/browser/dashboard.ts'
import { Button, MoreMenu, SubjectDialog, t } from '../../../ui/index.ts'
import { ImportDialog } from '../when-idle.ts'
import type { ImportSource } from './import-dialog.tsx'
import { useDownload, useUndoImport } from './undo-import.tsx'

/** The buttons of the menu's CSV file, and what else fills or restores the menu. */
export function MenuImportExport() {
  const [way, setWay] = useState<ImportSource | null>(null)
  const undo = useUndoImport()
  const exportDownload = useDownload('export')
  const templateDownload = useDownload('template')
  useOpenByAddress({ list: () => setWay('list'), file: () => setWay('file') })
  return (
    <div className="flex flex-wrap items-center gap-2 @max-[72rem]/page:w-full">
      <Button
        variant="outline"
        size="small"
        pending={templateDownload.isPending}
        onClick={() => templateDownload.mutate()}
      >
        {t('menuImports.template')}
      </Button>
      <Button variant="outline" size="small" pending={exportDownload.isPending} onClick={() => exportDownload.mutate()}>
        {t('menuImports.export')}
      </Button>
      <Button variant="outline" size="small" onClick={() => setWay('file')}>
        {t('menuImports.import')}
      </Button>
      <MoreMenu
        label={t('menuImports.more')}
        variant="outline"
        className="size-9! rounded-field!"
        actions={[
          { label: t('menuImports.pasteList'), onChoose: () => setWay('list') },
          { label: t('menuImports.undo'), onChoose: undo },
        ]}
      />
      <SubjectDialog subject={way}>
        {(shown, open) => <ImportDialog open={open} way={shown} onClose={() => setWay(null)} />}
      </SubjectDialog>
    </div>
  )
}
