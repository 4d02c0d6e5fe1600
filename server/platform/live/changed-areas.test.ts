import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHANGED_AREAS, type ServerFrame } from '#shared/contracts/live.ts'
import { announceAreasToOwners } from './changed-areas.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function teller() {
  const sent: ServerFrame[] = []
  return { sent, areas: announceAreasToOwners({ toOwners: (frame) => sent.push(frame) }) }
}
const changed = (area: string) => ({ type: 'CHANGED', payload: { area } })

describe('owners are told of changed areas', () => {
  it('at once, then once a second, with the last change of a burst', () => {
    const { sent, areas } = teller()
    for (let i = 0; i < 5; i++) areas.heard('users')
    expect(sent).toEqual([changed('users')])
    vi.advanceTimersByTime(999)
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sent).toEqual([changed('users'), changed('users')])
    areas.heard('users')
    vi.advanceTimersByTime(999)
    expect(sent).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(sent).toHaveLength(3)
    vi.advanceTimersByTime(60_000)
    expect(sent).toHaveLength(3)
    areas.heard('users')
    expect(sent).toHaveLength(4)
  })

  it('each apart from the others', () => {
    const { sent, areas } = teller()
    for (const area of CHANGED_AREAS) areas.heard(area)
    expect(sent).toEqual(CHANGED_AREAS.map(changed))
  })

  it.each([undefined, 7, 'kitchen', 'constructor'])('but not of %j, which is none', (area) => {
    const { sent, areas } = teller()
    areas.heard(area)
    expect(sent).toEqual([])
  })

  it('no more once the server closes', () => {
    const { sent, areas } = teller()
    areas.heard('users')
    areas.heard('users')
    areas.close()
    vi.advanceTimersByTime(5_000)
    expect(sent).toHaveLength(1)
  })
})
