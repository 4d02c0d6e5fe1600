import { useCallback } from 'react'
import { useTestOrder } from '../../areas/board/index.ts'
import { FirstSteps, FirstStepsStrip } from '../../areas/checks/index.ts'
import { useSampleImport } from '../../areas/menu-editor/index.ts'
import { useBoardOrders, useIsBoardLoaded, useSound } from '../../areas/orders/index.ts'
import { NameForm, usePutStepsAway, useResumeOrders, useSetNoTables } from '../../areas/settings/index.ts'

interface FirstStepsViewProps {
  place: 'list' | 'strip'
  onOpen: () => void
}

/** The first steps, with the state and the actions that they need from other features. */
export default function FirstStepsView({ place, onOpen }: FirstStepsViewProps) {
  const isLoaded = useIsBoardLoaded()
  const hasOrders = useBoardOrders().length > 0
  const nameForm = useCallback((onSaved: () => void) => <NameForm onSaved={onSaved} />, [])
  const slots = {
    sound: useSound(),
    hasOrders: isLoaded ? hasOrders : undefined,
    test: useTestOrder(),
    resuming: useResumeOrders(),
    putAway: usePutStepsAway(),
    setNoTables: useSetNoTables(),
    sample: useSampleImport(),
    nameForm,
  }
  return place === 'list' ? <FirstSteps {...slots} /> : <FirstStepsStrip {...slots} onOpen={onOpen} />
}
