import { useTranslation } from 'react-i18next'
import { type OwnOrder, stageOf } from './own-orders.ts'

/** What a guest is told of an order: a word, and a sentence that says what it means for them. */
export function useStageWords(): (order: OwnOrder) => { word: string; sentence: string } {
  const { t } = useTranslation()
  return (order) => {
    const stage = stageOf(order)
    const where = order.takeaway ? 'takeaway' : 'here'
    return {
      word: t(`orderStatus.stage.${stage}`),
      sentence: stage === 'ready' ? t(`orderStatus.meaning.ready.${where}`) : t(`orderStatus.meaning.${stage}`),
    }
  }
}
