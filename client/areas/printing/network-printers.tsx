import { type ReactNode, useEffect } from 'react'
import { areaKey, refetchChanged } from '../../lib/api/query.ts'
import { followLive } from '../../lib/live/live.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { DOCUMENT_WORDS } from '../../lib/words/load-words.ts'
import { Part } from '../../ui/index.ts'
import { usePrinters } from './print-document.ts'

/** Few restaurants have printers. Tickets are previewed in the restaurant's language. */
const PrintersButton = lazyPart(() => import('./printers-button.tsx'), 'dashboard', ...DOCUMENT_WORDS)

interface NetworkPrintersProps {
  className?: string
  /** Whether the page leaves it to this button to follow the live channel. */
  follows?: boolean
  children?: ReactNode
}

/** How the printers are; it rings for what is not on paper (docs/product/printers.md#printers-late). */
export default function NetworkPrinters({ className, follows, children }: NetworkPrintersProps) {
  const { data: printers = [] } = usePrinters()
  useEffect(() => {
    if (!follows) return
    const refetch = () => void refetchChanged(areaKey('printers'))
    return followLive({ opened: refetch, CHANGED: ({ payload }) => payload.area === 'printers' && refetch() })
  }, [follows])
  if (printers.length === 0) return children
  return (
    <Part waiting={children}>
      <PrintersButton printers={printers} className={className} device={children} />
    </Part>
  )
}
