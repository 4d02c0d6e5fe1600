import { ClockArrowDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { storedWord } from '../../../lib/browser/storage.ts'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import type { SubTab } from '../../orders/index.ts'

const storedOrder = storedWord('board-order', ['oldest'] as const)
const useChoice = create<{ isOldestFirst: boolean }>(() => ({ isOldestFirst: storedOrder.read() === 'oldest' }))

/** Whether this device shows the open orders that have waited longest first. */
export function useOldestFirst(): boolean {
  return useChoice(({ isOldestFirst }) => isOldestFirst)
}

/** Open orders only: of ended ones the page has just the newest. */
export function canBeOldestFirst(subTab: SubTab): boolean {
  return subTab !== 'all' && isOpen(subTab)
}

/** The switch between newest and oldest first. */
export function OldestFirstButton() {
  const { t } = useTranslation()
  const isOldestFirst = useOldestFirst()
  return (
    <IconButton
      label={t('orders.oldestFirst')}
      aria-pressed={isOldestFirst}
      variant={isOldestFirst ? 'ink' : 'outline'}
      onClick={() => {
        storedOrder.write(isOldestFirst ? undefined : 'oldest')
        useChoice.setState({ isOldestFirst: !isOldestFirst })
      }}
    >
      <ClockArrowDown aria-hidden="true" className="size-5" />
    </IconButton>
  )
}
