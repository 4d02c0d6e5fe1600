import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { encode } from 'uqr'
import { getTableAddresses } from '#shared/contracts/tables.ts'
import { callApi } from '../../lib/api/api.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, TextInput, t } from '../../ui/index.ts'

/** The width of the white margin (quiet zone) around a code, in modules. */
export const QUIET_MODULES = 4

/** A QR code without its quiet zone. */
interface Qr {
  side: number
  /** The dark modules as the `d` of an SVG path, one unit per module. */
  path: string
}

const cache = new Map<string, Qr>()

/** The QR code of a text with the highest error correction (H); cached per text. */
export function qrOf(text: string): Qr {
  const cached = cache.get(text)
  if (cached) return cached
  const { data, size } = encode(text, { ecc: 'H', border: 0 })
  const qr = { side: size, path: data.map(rowPath).join('') }
  cache.set(text, qr)
  return qr
}

/** The SVG path of a row: one rectangle for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const from = x
    while (row[x + 1]) x++
    path += `M${from} ${y}h${x + 1 - from}v1H${from}z`
  }
  return path
}

interface QrCodeProps {
  address: string
  label: string
  /** In pixels. The surrounding element must provide the quiet zone. */
  size: number
}

export function QrCode({ address, label, size }: QrCodeProps) {
  const { side, path } = qrOf(address)
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="block fill-code"
    >
      <path d={path} />
    </svg>
  )
}

/** A QR code for print, with its quiet zone. @param width the width of the code itself, in millimetres */
export function PrintedCode({ address, width }: { address: string; width: number }) {
  const { side, path } = qrOf(address)
  const fullSide = side + 2 * QUIET_MODULES
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${fullSide} ${fullSide}`}
      shapeRendering="crispEdges"
      style={{ width: `${(width * fullSide) / side}mm` }}
      className="printed-code"
    >
      <path d={path} />
    </svg>
  )
}

/** The URLs at which phones may reach the restaurant, according to its server. */
export function useAddresses() {
  const { publicAddress } = useSettings()
  return useQuery({
    // The server's response depends on this setting, which another owner may change.
    queryKey: [getTableAddresses.path, publicAddress],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => callApi(getTableAddresses, { signal }),
    select: ({ publicUrl, isFixed, network }) => ({ origin: publicUrl ?? window.location.origin, isFixed, network }),
  })
}

/** The host of a URL that only this machine can reach; undefined if phones may reach it. */
export function localHostOf(origin: string): string | undefined {
  const { hostname } = new URL(origin)
  return /^(localhost|.+\.localhost|127\..+|\[::1\]|0\.0\.0\.0)$/.test(hostname) ? hostname : undefined
}

interface LocalWarningProps {
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
}

/** Warns that phones cannot reach the codes' address, and suggests another (docs/product/tables.md#tables-codes). */
export function LocalWarning({ addresses }: LocalWarningProps) {
  const host = localHostOf(addresses.origin)
  if (!host) return null
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-pending-soft px-4 py-2 text-body"
    >
      <p className="min-w-0 flex-[1_1_16rem] font-medium text-pending">{t('tables.local.unreachable', { host })}</p>
      <AddressForm addresses={addresses} />
    </div>
  )
}

/** Chooses another address for the codes, or says where it is fixed. */
export function AddressForm({ addresses: { isFixed, network } }: LocalWarningProps) {
  const id = useId()
  const { mutate, isPending } = useChangeSettings(undefined, t('settings.updateFailed'))
  if (isFixed) return <p>{t('settings.publicAddressFixed')}</p>
  return (
    <form
      noValidate
      className="flex min-w-0 flex-[1_1_18rem] flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = String(new FormData(event.currentTarget).get('address')).trim()
        if (typed) mutate({ publicAddress: typed })
      }}
    >
      <TextInput
        name="address"
        type="url"
        inputMode="url"
        aria-label={t('settings.publicAddress')}
        defaultValue={network[0]}
        list={network.length > 1 ? id : undefined}
        placeholder="https://menu.example.ro"
        maxLength={200}
        className="h-11! min-w-0 flex-[1_1_14rem]"
      />
      <datalist id={id}>
        {network.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
      <Button type="submit" variant="outline" pending={isPending}>
        {t('tables.local.use')}
      </Button>
    </form>
  )
}
