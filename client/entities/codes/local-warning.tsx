import { Trans, useTranslation } from 'react-i18next'
import type { TableAddresses } from '#shared/contracts/tables.ts'
import { localHostOf } from './addresses.ts'

interface LocalWarningProps {
  /** The origin of the URLs in the codes. */
  origin: string
  network: TableAddresses['network']
  /** The path of this page, for links to it at the addresses that phones can reach. */
  page: string
}

/** A warning that the codes contain a URL that phones cannot reach, and what to do about it. */
export function LocalWarning({ origin, network, page }: LocalWarningProps) {
  const { t } = useTranslation()
  const host = localHostOf(origin)
  if (!host) return null
  return (
    <p role="note" className="rounded-control bg-pending-soft px-5 py-3.5 font-medium text-pending">
      {network.length === 0 ? (
        t('tables.local.without', { host })
      ) : (
        <Trans
          i18nKey="tables.local.withAddress"
          values={{ host }}
          components={{ addresses: <Addresses network={network} page={page} /> }}
        />
      )}
    </p>
  )
}

function Addresses({ network, page }: { network: readonly string[]; page: string }) {
  const { t } = useTranslation()
  return network.map((address, i) => (
    <span key={address}>
      {i > 0 && ` ${t('tables.local.or')} `}
      <a href={address + page} className="font-bold break-words underline underline-offset-2">
        {address}
      </a>
    </span>
  ))
}
