import { describe, expect, it } from 'vitest'
import type { TableChange } from './table-changes.ts'
import { dishOf, SOLD_OUT } from './table-model.fixture.ts'
import { tableOf } from './table-phone.fixture.ts'
import {
  addPendingChange,
  newTableState,
  nextFrames,
  receiveCart,
  receiveTooManyFrames,
  type TableState,
} from './table-state.ts'
import { resumeChanges } from './unconfirmed.ts'

const add = (id: number): TableChange => ({ kind: 'add', dish: dishOf(id), quantity: 1 })
const ready = (isReady: boolean): TableChange => ({ kind: 'ready', isReady })
const pendingOf = ({ pending }: TableState) =>
  pending.map(({ page, ref, change }) => [page, ref, change.kind === 'add' ? change.dish.id : change.kind])
const isReady = ({ model }: ReturnType<typeof tableOf>) => model.guests[0]?.isReady

describe('a change refused as too many frames', () => {
  it('is not sent again if it is a ready mark that a later dish removed', () => {
    const table = tableOf('ana')
    table.first.change(add(1))
    table.settle()
    table.first.change(ready(true))
    table.first.change(add(2))
    table.first.refuseAsTooMany()
    table.settle()
    expect(table.model.lines).toHaveLength(2)
    expect(isReady(table)).toBe(false)
  })

  it('still removes a ready mark, whatever else was tapped', () => {
    const table = tableOf('ana')
    table.first.change(ready(true))
    table.settle()
    table.first.change(ready(false))
    table.first.change(add(SOLD_OUT))
    table.first.refuseAsTooMany()
    table.settle()
    expect(isReady(table)).toBe(false)
  })

  it('does not remove a later ready mark that was not sent yet', () => {
    const state = [add(1), ready(true)].reduce(addPendingChange, newTableState('ana', 'mine'))
    const refused = receiveTooManyFrames(nextFrames(state, 1).state, 1)
    expect(pendingOf(refused)).toEqual([
      ['mine', 3, 1],
      ['mine', 4, 'ready'],
    ])
  })

  it('under an earlier page’s name does not confirm changes of this page', () => {
    const changes = [1, 2].map((ref) => ({ change: add(ref), page: 'former', ref }))
    const reloaded = resumeChanges(newTableState('ana', 'mine'), { sessionId: 's', changes })
    const refused = receiveTooManyFrames(nextFrames(addPendingChange(reloaded, add(3))).state, 1)
    expect(pendingOf(refused)).toEqual([
      ['former', 2, 2],
      ['former', 1004, 1],
      ['mine', 1005, 3],
    ])
    // Until this page has joined under its own name, the server's refs are those of the former page.
    let state = refused
    for (const version of [1, 2]) {
      const result = receiveCart(state, { type: 'CART_ITEMS', payload: [], version, ref: 1004 })
      if (typeof result === 'object') state = result
    }
    expect(pendingOf(state)).toEqual([['mine', 1005, 3]])
  })
})
