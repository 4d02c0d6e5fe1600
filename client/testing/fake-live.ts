import { beforeEach, vi } from 'vitest'
import type { ClientFrame } from '#shared/contracts/live.ts'
import * as live from '../lib/live/live.ts'

/**
 * Replaces the live connection in each test of a file. A test calls the handlers of `follower`, the last that the page
 * added, as the server's frames would; `sent` holds the page's own frames.
 */
export function fakeLive() {
  const fake = {
    follower: {} as live.Follower,
    status: { state: 'live' } as live.LiveStatus,
    sent: [] as ClientFrame[],
    /** Tells those who watch the status. */
    changeStatus: (_status: live.LiveStatus) => {},
  }
  const initial = { ...fake }
  beforeEach(() => {
    Object.assign(fake, initial, { sent: [] })
    vi.spyOn(live, 'followLive').mockImplementation((follower) => {
      fake.follower = follower
      return () => {}
    })
    vi.spyOn(live, 'useLiveStatus').mockImplementation(() => fake.status)
    vi.spyOn(live, 'watchLiveStatus').mockImplementation((onChange) => {
      fake.changeStatus = onChange
      return () => {}
    })
    vi.spyOn(live, 'sendFrame').mockImplementation((frame) => fake.sent.push(frame) > 0)
  })
  return fake
}
