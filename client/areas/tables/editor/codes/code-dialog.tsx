import { Copy, Download, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Table } from '#shared/contracts/tables.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { copyText } from '../../../../lib/browser/copy-text.ts'
import { useSettings } from '../../../../lib/settings/settings.ts'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Button } from '../../../../ui/parts/button.tsx'
import { toast } from '../../../../ui/toast/store.ts'
import { LocalWarning, QrCode, type useAddresses } from '../../../codes/index.ts'
import { codeAddress } from './address.ts'
import { saveAsPng, saveAsSvg } from './save-code.ts'

interface CodeDialogProps {
  open: boolean
  table: Table
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
  onClose: () => void
  onPrint: () => void
}

const CODE_PIXELS = 128

/** A table's code: to scan from the screen, save, print, or copy its address (docs/product/tables.md#tables-codes). */
export function CodeDialog({ open, table, addresses, onClose, onPrint }: CodeDialogProps) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const { number } = table
  const address = codeAddress(addresses.origin, table, tableKeysRequired)
  const caption = withLabel(t('common.table', { number }), table.label)
  const code = { address, caption, fileName: t('tables.fileName', { number }) }
  const failed = (title: string) => () => void toast({ variant: 'destructive', title })
  const copy = () =>
    copyText(address).then(() => void toast({ title: t('tables.copied') }), failed(t('tables.copyFailed')))
  const icon = 'size-4.5'
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('tables.code', { number })}>
      <div className="flex flex-col gap-4">
        {/* The white border is the code's quiet zone: four modules of the smallest code. */}
        <div className="self-center rounded-control border border-line bg-code-ground p-[18px]">
          <QrCode address={address} label={t('tables.code', { number })} size={CODE_PIXELS} />
        </div>
        <p className="select-all text-center text-muted text-sm break-all">{address}</p>
        <LocalWarning addresses={addresses} />
        <div className="grid gap-2.5 sm:grid-cols-2">
          <Button variant="outline" onClick={() => saveAsSvg(code)}>
            <Download aria-hidden="true" className={icon} />
            {t('tables.file.svg')}
          </Button>
          <Button variant="outline" onClick={() => void saveAsPng(code).catch(failed(t('tables.saveFailed')))}>
            <Download aria-hidden="true" className={icon} />
            {t('tables.file.png')}
          </Button>
          <Button variant="outline" onClick={() => void copy()}>
            <Copy aria-hidden="true" className={icon} />
            {t('tables.copyAddress')}
          </Button>
          <Button onClick={onPrint}>
            <Printer aria-hidden="true" className={icon} />
            {t('tables.printCode')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
