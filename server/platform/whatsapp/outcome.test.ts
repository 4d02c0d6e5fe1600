import { describe, expect, it } from 'vitest'
import { isCertainlyNotAccepted, outcomeOf } from './outcome.ts'

const error = (code: number, error_subcode?: number) => JSON.stringify({ error: { code, error_subcode, message: 'x' } })
const outcome = (status: number, body: string, retryAfter: string | null = null) => outcomeOf(status, body, retryAfter)

describe('outcomeOf', () => {
  it('is accepted if the response contains a message id', () => {
    expect(outcome(200, '{"messages":[{"id":"wamid.1"}]}')).toEqual({ kind: 'accepted' })
    expect(outcome(202, '{"messages":[{"id":"wamid.1","message_status":"held"}]}')).toEqual({ kind: 'accepted' })
  })

  it.each([
    '',
    '<h1>Welcome</h1>',
    '{}',
    '[]',
    'null',
    '{"messages":[]}',
    '{"messages":[{}]}',
    '{"messages":[{"id":""}]}',
  ])('is unknown for an unexpected 200 with %j', (body) => {
    const result = outcome(200, body)
    expect(result).toEqual({ kind: 'unknown', why: '200', isUndocumented: true })
    expect(isCertainlyNotAccepted(result)).toBe(false)
  })

  it.each([
    [400, 131056],
    [400, 130429],
    [400, 80007],
    [400, 4],
    [500, 1],
    [503, 2],
    [500, 131000],
    [500, 131016],
    [500, 131057],
    [503, 133004],
    [500, 999999],
  ])('is busy for status %i with code %i', (status, code) => {
    const result = outcome(status, error(code))
    expect(result).toEqual({ kind: 'busy', why: `${status}, code ${code}`, retryAfterMs: 0 })
    expect(isCertainlyNotAccepted(result)).toBe(true)
  })

  it.each([
    ['30', 30_000],
    ['0', 0],
    ['3601', 3_600_000],
    ['999999999', 3_600_000],
    ['9999999999', 0],
    ['-5', 0],
    ['soon', 0],
    [null, 0],
  ])('is busy for Retry-After %s, with a wait of %i ms', (retryAfter, retryAfterMs) => {
    expect(outcome(429, '', retryAfter)).toEqual({ kind: 'busy', why: '429', retryAfterMs })
    expect(outcome(400, error(130429), retryAfter)).toMatchObject({ kind: 'busy', retryAfterMs })
  })

  it.each([
    [401, error(190), 'token'],
    [400, error(190), 'token'],
    [401, error(0), 'token'],
    [401, '', 'token'],
    [404, error(132001), 'template'],
    [400, error(132000), 'template'],
    [400, error(132005), 'template'],
    [400, error(132007), 'template'],
    [400, error(132012), 'template'],
    [400, error(132015), 'template'],
    [400, error(132016), 'template'],
    [400, error(131026), 'recipient'],
    [400, error(131030), 'recipient'],
    [400, error(131021), 'recipient'],
    [403, error(10), 'account'],
    [500, error(3), 'account'],
    [403, error(200), 'account'],
    [403, error(299), 'account'],
    [403, error(131031), 'account'],
    [400, error(131042), 'account'],
    [500, error(131045), 'account'],
    [400, error(133010), 'account'],
    [403, error(368), 'account'],
    [400, error(100, 33), 'account'],
  ] as const)('is stopped for status %i with %s because of the %s', (status, body, stop) => {
    const result = outcome(status, body)
    expect(result).toMatchObject({ kind: 'stopped', stop })
    expect(isCertainlyNotAccepted(result)).toBe(true)
  })

  it.each([
    [400, error(100)],
    [400, error(131009)],
    [400, error(199)],
    [400, error(300)],
    [404, '<h1>Not found</h1>'],
    [302, ''],
    [200, error(131009)],
  ])('is refused for the undocumented error %i %s', (status, body) => {
    expect(outcome(status, body).kind).toBe('refused')
    expect(isCertainlyNotAccepted(outcome(status, body))).toBe(true)
  })

  it.each([500, 502, 503, 504])('is unknown for a %i without an error of WhatsApp’s own', (status) => {
    expect(outcome(status, '<h1>Bad gateway</h1>')).toEqual({
      kind: 'unknown',
      why: `${status}`,
      isUndocumented: false,
    })
  })
})
