import { expect, it, vi } from 'vitest'
import { line, order } from './kitchen.fixture.tsx'
import { loadSeenStates, recordShown, seenStates, unloadSeenStates } from './seen.ts'

const everyLine = () => true

it('what one tab of the kitchen shows stays when another tab writes what it has shown', async () => {
  localStorage.clear()
  loadSeenStates()
  vi.resetModules()
  const other = await import('./seen.ts')
  other.loadSeenStates()
  const [first, second, third] = [1, 2, 3].map((id) => order(id, [line(id * 10 + 1, 'Mici')])) as [Order, Order, Order]
  recordShown([first, second], everyLine)
  unloadSeenStates()
  other.recordShown([second, third], everyLine)
  // Somebody has seen its end.
  other.seeEnd(second)
  other.unloadSeenStates()
  loadSeenStates()
  expect([...seenStates.get().keys()]).toEqual([1, 3])
})

type Order = ReturnType<typeof order>
