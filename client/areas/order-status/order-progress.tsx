import { useTranslation } from 'react-i18next'
import { ConnectionNote } from './connection-note.tsx'
import { stageOf } from './own-orders.ts'
import { useOwnOrders } from './own-orders-store.ts'
import { STAGE_COLOR, StageBar, useStageTexts } from './stage.tsx'

/** The status of one of this phone's orders, with a sentence about what it means. */
export default function OrderProgress({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const order = useOwnOrders().find((order) => order.orderId === orderId)
  const textsOf = useStageTexts()
  if (!order) return null
  const { stageName, sentence } = textsOf(order)
  return (
    <section aria-label={t('orderStatus.progress')} className="rounded-card bg-sunk px-4 py-3.5 text-left">
      <StageBar order={order} className="mb-2.5" />
      <p role="status" className="text-[15px]">
        <strong className={`font-semibold ${STAGE_COLOR[stageOf(order)]}`}>{stageName}</strong>
        <span className="mt-0.5 block text-muted">{sentence}</span>
      </p>
      <ConnectionNote className="mt-2" />
    </section>
  )
}
