import { describe, expect, it } from 'vitest'
import { parseFrame } from './frames.ts'

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
