import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHANGED_AREAS, type ServerFrame } from '#shared/contracts/live.ts'
import { announceAreasToOwners } from './announcements.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startRecording() {
  const sent: ServerFrame[] = []
  const send = (frame: ServerFrame) => void sent.push(frame)
  return { sent, areas: announceAreasToOwners({ toOwners: send, toStaff: send }) }
}
const changed = (area: string) => ({ type: 'CHANGED', payload: { area } })

describe('announceAreasToOwners', () => {
  it('sends the first change of a burst immediately, then one frame per second, including the last change', () => {
    const { sent, areas } = startRecording()
    for (let i = 0; i < 5; i++) areas.notify('users')
    expect(sent).toEqual([changed('users')])
    vi.advanceTimersByTime(999)
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sent).toEqual([changed('users'), changed('users')])
    areas.notify('users')
    vi.advanceTimersByTime(999)
    expect(sent).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(sent).toHaveLength(3)
    vi.advanceTimersByTime(60_000)
    expect(sent).toHaveLength(3)
    areas.notify('users')
    expect(sent).toHaveLength(4)
  })

  it('limits each area separately', () => {
    const { sent, areas } = startRecording()
    for (const area of CHANGED_AREAS) areas.notify(area)
    expect(sent).toEqual(CHANGED_AREAS.map(changed))
  })

  it.each([undefined, 7, 'kitchen', 'constructor'])('ignores %j, which is not an area', (area) => {
    const { sent, areas } = startRecording()
    areas.notify(area)
    expect(sent).toEqual([])
  })

  it('sends nothing after it is closed', () => {
    const { sent, areas } = startRecording()
    areas.notify('users')
    areas.notify('users')
    areas.close()
    vi.advanceTimersByTime(5_000)
    expect(sent).toHaveLength(1)
  })
})
