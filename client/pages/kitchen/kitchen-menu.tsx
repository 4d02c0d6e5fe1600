import { Ellipsis } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HEAD_BUTTON } from '../../areas/kitchen/index.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { useEver } from '../../lib/loading/use-ever.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'

const KitchenMenuDialog = lazyPart(() => import('./kitchen-menu-dialog.tsx'))

/** The button at the end of the head, and its dialog. */
export function KitchenMenu() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isNeeded = useEver(isOpen)
  useEffect(() => whenIdle(() => void KitchenMenuDialog.prefetch()), [])
  return (
    <>
      <button type="button" aria-label={t('kitchen.menu.title')} onClick={() => setOpen(true)} className={HEAD_BUTTON}>
        <Ellipsis aria-hidden="true" className="size-5.5" />
      </button>
      <Suspense fallback={null}>{isNeeded && <KitchenMenuDialog open={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
