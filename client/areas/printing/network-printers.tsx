import type { ReactNode } from 'react'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { DOCUMENT_WORDS } from '../../lib/words/load-words.ts'
import { Part } from '../../ui/index.ts'
import { usePrinters } from './print-document.ts'

/** Few restaurants have printers. Tickets are previewed in the restaurant's language. */
const PrintersButton = lazyPart(() => import('./printers-button.tsx'), 'dashboard', ...DOCUMENT_WORDS)

/** How the printers are; it rings for what is not on paper (docs/product/printers.md#printers-late). */
export default function NetworkPrinters({ className, children }: { className?: string; children?: ReactNode }) {
  const { data: printers = [] } = usePrinters()
  if (printers.length === 0) return children
  return (
    <Part waiting={children}>
      <PrintersButton printers={printers} className={className} device={children} />
    </Part>
  )
}
