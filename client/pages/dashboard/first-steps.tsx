import { Suspense } from 'react'
import { create } from 'zustand'
import { useJustCompleted } from '../../areas/first-steps/index.ts'
import { ScreenAdvice, SoundPrompt, useHasOpenOrders } from '../../areas/orders/index.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { FirstStepsView } from './lazy-parts.tsx'

/** Whether the list is shown above orders too, where it is one line otherwise. */
const useExpanded = create<{ isExpanded: boolean }>(() => ({ isExpanded: false }))

/** Where the first steps are shown on a tab: orders come first, so with open ones the list is one line. */
function usePlace(tab: string): 'list' | 'strip' | undefined {
  const isAway = useSettings().firstStepsAway !== false
  const isJustCompleted = useJustCompleted((state) => state.isShown)
  const hasOpenOrders = useHasOpenOrders()
  const isExpanded = useExpanded((state) => state.isExpanded)
  if (isAway && !isJustCompleted) return undefined
  return tab === 'orders' && (!hasOpenOrders || isExpanded) ? 'list' : 'strip'
}

/** Above the tabs: the first steps as one line, and advice about a device with the board, for which the list leaves no room. */
export function FirstStepsNotice({ tab, onOpen }: { tab: string; onOpen: () => void }) {
  const place = usePlace(tab)
  const hasOpenOrders = useHasOpenOrders()
  const open = () => {
    // Without orders it is shown anyway, until one arrives.
    useExpanded.setState({ isExpanded: hasOpenOrders })
    onOpen()
  }
  return (
    <>
      {place !== 'list' && (
        <>
          <SoundPrompt />
          {tab === 'orders' && <ScreenAdvice />}
        </>
      )}
      {place === 'strip' && (
        <Suspense fallback={null}>
          <FirstStepsView place="strip" onOpen={open} />
        </Suspense>
      )}
    </>
  )
}

/** The list of first steps, above the board. */
export function FirstStepsAboveBoard() {
  if (usePlace('orders') !== 'list') return null
  return (
    <Suspense fallback={null}>
      <FirstStepsView place="list" onOpen={() => {}} />
    </Suspense>
  )
}
