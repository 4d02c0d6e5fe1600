import { Copy, Download } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { withLabel } from '#shared/domain/table.ts'
import { saveFile } from '../../../lib/api/files.ts'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { useChangeSettings } from '../../../lib/settings/change-settings.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Button, Dialog, Switch, toast, useTranslation } from '../../../ui/index.ts'
import { QrCode, QUIET_MODULES, qrOf } from '../../codes/index.ts'

/**
 * The address in a table's code: the menu with the table's id, and with its key if keys are required
 * (docs/product/tables.md#tables-codes).
 * @param origin the public address if one is set, else the browser's
 */
export function codeAddress(origin: string, { id, key }: Pick<Table, 'id' | 'key'>, hasKey: boolean): string {
  return origin + paths.menuOfTable(id, hasKey ? key : null)
}

const MIN_SIDE_PIXELS = 1024
/** Sizes of the text below the code, as fractions of the code's side. */
const CAPTION = { room: 0.16, type: 0.1 }
const [DARK, LIGHT] = ['#000000', '#ffffff']

/** A table's code to save as a file, with its quiet zone and the table's number below. */
interface SavedCode {
  address: string
  caption: string
  /** Without the extension. */
  fileName: string
}

function saveAsSvg(code: SavedCode): void {
  saveFile(new File([imageOf(code).svg], `${code.fileName}.svg`, { type: 'image/svg+xml' }))
}

/** Throws if the browser cannot render the image. */
async function saveAsPng(code: SavedCode): Promise<void> {
  const { svg, width, height } = imageOf(code)
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('The browser made no picture of the code')
  saveFile(new File([png], `${code.fileName}.png`, { type: png.type }))
}

/** A code as SVG. A module is a whole number of pixels wide: its edges are sharp for code readers. */
function imageOf({ address, caption }: SavedCode): { svg: string; width: number; height: number } {
  const { side, path } = qrOf(address)
  const fullSide = side + 2 * QUIET_MODULES
  const pixels = Math.ceil(MIN_SIDE_PIXELS / fullSide)
  const captionHeight = Math.ceil(fullSide * CAPTION.room)
  const [width, height] = [fullSide * pixels, (fullSide + captionHeight) * pixels]
  const type = fullSide * CAPTION.type
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${fullSide} ${fullSide + captionHeight}">
<rect width="100%" height="100%" fill="${LIGHT}"/>
<path transform="translate(${QUIET_MODULES} ${QUIET_MODULES})" fill="${DARK}" shape-rendering="crispEdges" d="${path}"/>
<text x="${fullSide / 2}" y="${fullSide + type * 0.6}" text-anchor="middle" font-family="Georgia, serif" font-weight="600" font-size="${type}" fill="${DARK}">${caption}</text>
</svg>
`
  return { svg, width, height }
}

const CODE_PIXELS = 128

interface CodeProps {
  table: Table
  /** The public address if one is set, else the browser's. */
  origin: string
}

/** A table's code, to scan from the screen. Drawn after the cards, because the codes of many tables take a while. */
export function TableCode({ table, origin }: CodeProps) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const address = useDeferredValue(codeAddress(origin, table, tableKeysRequired), '')
  return (
    // The white border is the code's quiet zone: four modules.
    <div className="box-content size-32 shrink-0 rounded-control border border-line bg-code-ground p-4">
      {address && <QrCode address={address} label={t('tables.code', { number: table.number })} size={CODE_PIXELS} />}
    </div>
  )
}

interface CodeDialogProps extends CodeProps {
  open: boolean
  onClose: () => void
}

/** Saves a table's code, or copies its address (docs/product/tables.md#tables-codes). */
export function CodeDialog({ open, table, origin, onClose }: CodeDialogProps) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const { number } = table
  const address = codeAddress(origin, table, tableKeysRequired)
  const caption = withLabel(t('common.table', { number }), table.label)
  const code = { address, caption, fileName: t('tables.fileName', { number }) }
  const failed = (title: string) => () => void toast({ variant: 'destructive', title })
  const copy = () =>
    copyText(address).then(() => void toast({ title: t('tables.copied') }), failed(t('tables.copyFailed')))
  const icon = 'size-4.5 shrink-0'
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('tables.code', { number })}>
      <div className="flex flex-col gap-4">
        {/* The number in the address is not the table's. */}
        <p className="text-center font-semibold text-body">{t('tables.leadsTo', { number })}</p>
        <p className="select-all break-all text-center text-muted text-sm">{address}</p>
        <div className="grid gap-2.5 sm:grid-cols-3">
          <Button variant="outline" onClick={() => saveAsSvg(code)}>
            <Download className={icon} />
            {t('tables.file.svg')}
          </Button>
          <Button variant="outline" onClick={() => void saveAsPng(code).catch(failed(t('tables.saveFailed')))}>
            <Download className={icon} />
            {t('tables.file.png')}
          </Button>
          <Button variant="outline" onClick={() => void copy()}>
            <Copy className={icon} />
            {t('tables.copyAddress')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The switch that makes orders require the table's key. Switching it on warns that the codes must be printed again. */
export function KeysSwitch({ onPrint }: { onPrint: () => void }) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useChangeSettings(undefined, t('tables.keys.failed'))
  const switchOn = (then?: () => void) =>
    mutate(
      { tableKeysRequired: true },
      {
        onSuccess() {
          setAsking(false)
          then?.()
        },
      },
    )
  return (
    <div className="max-w-2xl rounded-card border border-line bg-card px-5 py-3">
      <Switch
        label={t('tables.keys.label')}
        hint={t(tableKeysRequired ? 'tables.keys.on' : 'tables.keys.off')}
        checked={tableKeysRequired}
        disabled={isPending}
        onCheckedChange={(on) => (on ? setAsking(true) : mutate({ tableKeysRequired: false }))}
      />
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        dismissible={!isPending}
        title={t('tables.keys.askTitle')}
        description={t('tables.keys.askDescription')}
        footer={
          <div className="flex flex-col gap-2.5">
            <Button pending={isPending} onClick={() => switchOn(onPrint)}>
              {t('tables.keys.onAndPrint')}
            </Button>
            <Button variant="outline" disabled={isPending} onClick={() => switchOn()}>
              {t('tables.keys.onOnly')}
            </Button>
          </div>
        }
      >
        <p className="text-body">{t('tables.keys.print')}</p>
      </Dialog>
    </div>
  )
}
