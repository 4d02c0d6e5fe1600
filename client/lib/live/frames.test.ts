import { describe, expect, it, vi } from 'vitest'
import { parseFrame } from './frames.ts'
import { Followers } from './live.ts'

describe('parseFrame', () => {
  it('parses a frame by the contract', () => {
    expect(parseFrame('{"type":"MENU_CHANGED","more":1}')).toEqual({ type: 'MENU_CHANGED' })
    expect(parseFrame('{"type":"ERROR","payload":{"message":"no"}}')).toEqual({
      type: 'ERROR',
      payload: { message: 'no' },
    })
  })

  it.each(['', 'not json', 'null', '[]', '{}', '{"type":"FUTURE"}', '{"type":"ERROR","payload":{}}'])(
    'returns undefined for the unknown or malformed frame %s',
    (text) => {
      expect(parseFrame(text)).toBeUndefined()
    },
  )

  it.each(['{"type":"ORDER_UPDATE"}', '{"type":"ORDER_UPDATE","payload":{"id":1}}'])(
    'returns “stale” for the invalid order frame %s',
    (text) => {
      expect(parseFrame(text)).toBe('stale')
    },
  )
})

describe('Followers', () => {
  it('deliver to a follower the frames of the types that it handles, until it leaves', () => {
    const followers = new Followers()
    const menu = vi.fn()
    const opened = vi.fn()
    const leave = followers.add({ MENU_CHANGED: menu, opened })
    followers.deliver({ type: 'SETTINGS_CHANGED' })
    expect(menu).not.toHaveBeenCalled()
    followers.deliver({ type: 'MENU_CHANGED' })
    followers.opened()
    expect(menu).toHaveBeenCalledExactlyOnceWith({ type: 'MENU_CHANGED' })
    expect(opened).toHaveBeenCalledTimes(1)
    leave()
    followers.deliver({ type: 'MENU_CHANGED' })
    expect(menu).toHaveBeenCalledTimes(1)
    expect(followers.isEmpty).toBe(true)
  })

  it('let a follower leave while a frame is delivered', () => {
    const followers = new Followers()
    const second = vi.fn()
    const leaveAtOnce = () => leave()
    const leave = followers.add({ MENU_CHANGED: leaveAtOnce })
    followers.add({ MENU_CHANGED: second })
    followers.deliver({ type: 'MENU_CHANGED' })
    expect(second).toHaveBeenCalledTimes(1)
  })
})
