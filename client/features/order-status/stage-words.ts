import { useTranslation } from 'react-i18next'
import { type OwnOrder, type STAGES, stageOf } from './own-orders.ts'

interface StageWords {
  word: string
  sentence: string
  stepWord: (step: (typeof STAGES)[number]) => string
}

/** What a guest is told of an order: a word, a sentence that says what it means for them, and a word for each step of its way. */
export function useStageWords(): (order: OwnOrder) => StageWords {
  const { t } = useTranslation()
  return (order) => {
    const stage = stageOf(order)
    const where = order.takeaway ? 'takeaway' : 'here'
    const delivered = t(`orderStatus.delivered.${where}`)
    return {
      word: stage === 'delivered' ? delivered : t(`orderStatus.stage.${stage}`),
      sentence: stage === 'ready' ? t(`orderStatus.meaning.ready.${where}`) : t(`orderStatus.meaning.${stage}`),
      stepWord: (step) => (step === 'delivered' ? delivered : t(`orderStatus.step.${step}`)),
    }
  }
}
