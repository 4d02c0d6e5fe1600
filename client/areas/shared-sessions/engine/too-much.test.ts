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

describe('a change rejected as one frame too many', () => {
  it('is not sent again if it is a ready mark that a later dish withdrew', () => {
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

  it('still withdraws the ready mark, even if another change was made after it', () => {
    const table = tableOf('ana')
    table.first.change(ready(true))
    table.settle()
    table.first.change(ready(false))
    table.first.change(add(SOLD_OUT))
    table.first.refuseAsTooMany()
    table.settle()
    expect(isReady(table)).toBe(false)
  })

  it('does not withdraw a later ready mark that was not sent yet', () => {
    const state = [add(1), ready(true)].reduce(addPendingChange, newTableState('ana', 'mine'))
    const rejected = receiveTooManyFrames(nextFrames(state, 1).state, 1)
    expect(pendingOf(rejected)).toEqual([
      ['mine', 3, 1],
      ['mine', 4, 'ready'],
    ])
  })

  it('does not confirm changes of this page if it was made under an earlier page name', () => {
    const changes = [1, 2].map((ref) => ({ change: add(ref), page: 'former', ref }))
    const reloaded = resumeChanges(newTableState('ana', 'mine'), { sessionId: 's', changes })
    const rejected = receiveTooManyFrames(nextFrames(addPendingChange(reloaded, add(3))).state, 1)
    expect(pendingOf(rejected)).toEqual([
      ['former', 2, 2],
      ['former', 1004, 1],
      ['mine', 1005, 3],
    ])
    // Until this page has joined under its own name, the server's refs are those of the former page.
    let state = rejected
    for (const version of [1, 2]) {
      const result = receiveCart(state, { type: 'CART_ITEMS', payload: [], version, ref: 1004 })
      if (typeof result === 'object') state = result
    }
    expect(pendingOf(state)).toEqual([['mine', 1005, 3]])
  })
})
