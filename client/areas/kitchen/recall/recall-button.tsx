import { Undo2 } from 'lucide-react'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { useEver } from '../../../lib/loading/use-ever.ts'
import { whenIdle } from '../../../lib/loading/when-idle.ts'
import type { IsMine } from '../cards/known.ts'
import { HEAD_BUTTON } from '../head/head-button.ts'
import { recallable } from './recallable.ts'

const RecallDialog = lazyPart(() => import('./recall-dialog.tsx'))

interface RecallButtonProps {
  orders: readonly Order[]
  isMine: IsMine
  language: Language
  timeZone: string
}

/** The button with the number of orders that can be called back, and the dialog that lists them. */
export function RecallButton({ orders, isMine, language, timeZone }: RecallButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isNeeded = useEver(isOpen)
  useEffect(() => whenIdle(() => void RecallDialog.prefetch()), [])
  const now = useServerNow()
  const list = useMemo(() => recallable(orders, isMine, now), [orders, isMine, now])
  return (
    <>
      <button
        type="button"
        aria-label={t('kitchen.recall.openCount', { count: list.length })}
        onClick={() => setOpen(true)}
        className={HEAD_BUTTON}
      >
        <Undo2 aria-hidden="true" className="size-5.5" />
        <span className="max-[56rem]:hidden">{t('kitchen.recall.open')}</span>
        <span className="figures rounded-full bg-sunk px-2 py-0.5 text-[0.9375rem]">{list.length}</span>
      </button>
      <Suspense fallback={null}>
        {isNeeded && (
          <RecallDialog open={isOpen} onOpenChange={setOpen} list={list} language={language} timeZone={timeZone} />
        )}
      </Suspense>
    </>
  )
}
