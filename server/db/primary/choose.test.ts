import { expect, it } from 'vitest'
import { choosePrimary, type ServerAnswer, type ServerState } from './choose.ts'

const answer = (name: string, state: Partial<ServerState> = {}): ServerAnswer => ({
  name,
  state: {
    isStandby: false,
    isReadOnly: false,
    cluster: 'ours',
    timeline: 1,
    started: '',
    isSynchronous: true,
    ...state,
  },
})
const dead = (name: string): ServerAnswer => ({ name, error: 'connect ECONNREFUSED' })

it('choosePrimary takes the server that takes writes, and says why the others do not', () => {
  const answers = [dead('a:1'), answer('b:1', { isStandby: true }), answer('c:1', { isReadOnly: true }), answer('d:1')]
  const { index, reasons } = choosePrimary(answers, undefined)
  expect(index).toBe(3)
  expect(reasons).toEqual([
    'a:1: connect ECONNREFUSED',
    'b:1: it is a standby, which takes no writes',
    'c:1: it takes no writes (default_transaction_read_only is on)',
  ])
})

it('choosePrimary takes the newest timeline of several that take writes', () => {
  const { index, newest, reasons } = choosePrimary([answer('a:1'), answer('b:1', { timeline: 2 })], undefined)
  expect([index, newest]).toEqual([1, { cluster: 'ours', timeline: 2 }])
  expect(reasons).toEqual(['a:1: it is on timeline 1, which timeline 2 has replaced'])
})

it('choosePrimary refuses a timeline older than one that was seen, or that a standby follows', () => {
  const seen = { cluster: 'ours', timeline: 2 }
  expect(choosePrimary([answer('a:1'), dead('b:1')], seen).index).toBe(-1)
  expect(choosePrimary([answer('a:1'), answer('c:1', { isStandby: true, timeline: 2 })], undefined).index).toBe(-1)
  expect(choosePrimary([answer('a:1', { timeline: 3 })], seen)).toMatchObject({ index: 0, newest: { timeline: 3 } })
})

it('choosePrimary refuses another database, and chooses none if it cannot know which is meant', () => {
  const other = answer('b:1', { cluster: 'other', timeline: 9 })
  expect(choosePrimary([answer('a:1'), other], undefined).index).toBe(-1)
  const later = choosePrimary([dead('a:1'), other], { cluster: 'ours', timeline: 1 })
  expect([later.index, later.newest?.timeline]).toEqual([-1, 1])
  expect(later.reasons[1]).toContain('another database')
})

it('choosePrimary remembers what it has seen when no server answers', () => {
  expect(choosePrimary([dead('a:1')], undefined).newest).toBeUndefined()
  expect(choosePrimary([dead('a:1')], { cluster: 'ours', timeline: 4 }).newest).toEqual({
    cluster: 'ours',
    timeline: 4,
  })
})
