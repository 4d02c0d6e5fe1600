import { Download, Ellipsis, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/overlays/menu.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useDownload } from './menu-calls.ts'
import type { ImportWay } from './menu-source.ts'
import { askToUndo } from './undo-asked.ts'
import { UndoImportDialog } from './undo-import-dialog.tsx'

/** The header's buttons that bring the menu in as a file, take it out, and take the last import back. */
export function MenuTransfer() {
  const { t } = useTranslation()
  const [way, setWay] = useState<ImportWay>('file')
  const [isOpen, setOpen] = useState(false)
  const exported = useDownload('export')
  const template = useDownload('template')
  const open = (next: ImportWay) => {
    setWay(next)
    setOpen(true)
  }
  return (
    <>
      <Button variant="outline" onClick={() => open('file')}>
        <Upload aria-hidden="true" className="size-4.5" />
        {t('menuImports.import')}
      </Button>
      <Button
        variant="outline"
        aria-label={t('menuImports.exportLabel')}
        title={t('menuImports.exportLabel')}
        pending={exported.isPending}
        onClick={() => exported.mutate()}
      >
        {!exported.isPending && <Download aria-hidden="true" className="size-4.5" />}
        {t('menuImports.export')}
      </Button>
      <ActionMenu
        trigger={
          <IconButton label={t('menuImports.more')} variant="outline">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
        actions={[
          { key: 'template', label: t('menuImports.template'), onChoose: () => template.mutate() },
          { key: 'list', label: t('menuImports.pasteList'), onChoose: () => open('list') },
          { key: 'undo', label: t('menuImports.undo'), onChoose: askToUndo },
        ]}
      />
      <ImportDialog open={isOpen} way={way} onClose={() => setOpen(false)} />
      <UndoImportDialog />
    </>
  )
}
