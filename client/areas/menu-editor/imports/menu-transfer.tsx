import { Download, Ellipsis, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsWide } from '../../../lib/browser/use-is-wide.ts'
import { useOpening } from '../../../lib/browser/use-opening.ts'
import { ActionMenu } from '../../../ui/overlays/menu.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import { useDownload } from './import-calls.ts'
import { ImportDialog } from './import-dialog.tsx'
import type { ImportSource } from './menu-source.ts'
import { openUndoDialog } from './undo-dialog-state.ts'
import { UndoImportDialog } from './undo-import-dialog.tsx'

/** The buttons to import the menu, export it and undo the last import; on a phone all in one menu. */
export function MenuImportExport() {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const [source, setSource] = useState<ImportSource>('file')
  const [isOpen, setOpen] = useState(false)
  const exportDownload = useDownload('export')
  const templateDownload = useDownload('template')
  const openImport = (next: ImportSource) => {
    setSource(next)
    setOpen(true)
  }
  useOpening({ list: () => openImport('list'), file: () => openImport('file') })
  return (
    <>
      {isWide && (
        <>
          <Button variant="outline" className="max-xl:px-3.5!" onClick={() => openImport('file')}>
            <Upload aria-hidden="true" className="size-4.5 max-xl:hidden" />
            {t('menuImports.import')}
          </Button>
          <Button
            variant="outline"
            aria-label={t('menuImports.exportLabel')}
            pending={exportDownload.isPending}
            className="max-xl:px-3.5!"
            onClick={() => exportDownload.mutate()}
          >
            {!exportDownload.isPending && <Download aria-hidden="true" className="size-4.5 max-xl:hidden" />}
            {t('menuImports.export')}
          </Button>
        </>
      )}
      <ActionMenu
        trigger={
          <IconButton label={t('menuImports.more')} variant="outline">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
        actions={[
          ...(isWide
            ? []
            : [
                { key: 'import', label: t('menuImports.import'), onChoose: () => openImport('file') },
                { key: 'export', label: t('menuImports.exportLabel'), onChoose: () => exportDownload.mutate() },
              ]),
          { key: 'template', label: t('menuImports.template'), onChoose: () => templateDownload.mutate() },
          { key: 'list', label: t('menuImports.pasteList'), onChoose: () => openImport('list') },
          { key: 'undo', label: t('menuImports.undo'), onChoose: openUndoDialog },
        ]}
      />
      <ImportDialog open={isOpen} initialSource={source} onClose={() => setOpen(false)} />
      <UndoImportDialog />
    </>
  )
}
