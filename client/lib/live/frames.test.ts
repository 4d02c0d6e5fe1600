import { describe, expect, it, vi } from 'vitest'
import { Followers } from './followers.ts'
import { parseFrame } from './frames.ts'

describe('frames', () => {
  it('are read by the contract', () => {
    expect(parseFrame('{"type":"MENU_CHANGED","more":1}')).toEqual({ type: 'MENU_CHANGED' })
    expect(parseFrame('{"type":"ERROR","payload":{"message":"no"}}')).toEqual({
      type: 'ERROR',
      payload: { message: 'no' },
    })
  })

  it.each(['', 'not json', 'null', '[]', '{}', '{"type":"FUTURE"}', '{"type":"ERROR","payload":{}}'])(
    'that are unknown or malformed are left: %s',
    (text) => {
      expect(parseFrame(text)).toBeUndefined()
    },
  )

  it.each(['{"type":"ORDER_UPDATE"}', '{"type":"ORDER_UPDATE","payload":{"id":1}}'])(
    'of an order that cannot be read say that what is known is old: %s',
    (text) => {
      expect(parseFrame(text)).toBe('stale')
    },
  )
})

describe('followers', () => {
  it('get the frames of the types they asked for, until they leave', () => {
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
    expect(followers.none).toBe(true)
  })

  it('may leave while being told', () => {
    const followers = new Followers()
    const second = vi.fn()
    const leaveAtOnce = () => leave()
    const leave = followers.add({ MENU_CHANGED: leaveAtOnce })
    followers.add({ MENU_CHANGED: second })
    followers.deliver({ type: 'MENU_CHANGED' })
    expect(second).toHaveBeenCalledTimes(1)
  })
})
