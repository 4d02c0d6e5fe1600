import { describe, expect, it } from 'vitest'
import type { TableChange } from './table-changes.ts'
import { dishOf, SOLD_OUT } from './table-model.fixture.ts'
import { tableOf } from './table-phone.fixture.ts'
import {
  makeChange,
  newTableState,
  nextFrames,
  receiveCart,
  receiveTooManyFrames,
  type TableState,
} from './table-state.ts'
import { resume } from './unconfirmed.ts'

const add = (id: number): TableChange => ({ kind: 'add', dish: dishOf(id), quantity: 1 })
const ready = (isReady: boolean): TableChange => ({ kind: 'ready', isReady })
const waiting = ({ pending }: TableState) =>
  pending.map(({ page, ref, change }) => [page, ref, change.kind === 'add' ? change.dish.id : change.kind])
const isReady = ({ model }: ReturnType<typeof tableOf>) => model.guests[0]?.isReady

describe('a change that was refused as too many frames', () => {
  it('is not sent again if it is a ready mark that a later dish removed', () => {
    const table = tableOf('ana')
    table.first.change(add(1))
    table.settle()
    table.first.change(ready(true))
    table.first.change(add(2))
    table.first.tooMuch()
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
    table.first.tooMuch()
    table.settle()
    expect(isReady(table)).toBe(false)
  })

  it('does not remove a later ready mark that was not sent yet', () => {
    const view = [add(1), ready(true)].reduce(makeChange, newTableState('ana', 'mine'))
    const refused = receiveTooManyFrames(nextFrames(view, 1).view, 1)
    expect(waiting(refused)).toEqual([
      ['mine', 3, 1],
      ['mine', 4, 'ready'],
    ])
  })

  it('under an earlier page’s name does not confirm changes of this page', () => {
    const changes = [1, 2].map((ref) => ({ change: add(ref), page: 'former', ref }))
    const reloaded = resume(newTableState('ana', 'mine'), { sessionId: 's', changes })
    const refused = receiveTooManyFrames(nextFrames(makeChange(reloaded, add(3))).view, 1)
    expect(waiting(refused)).toEqual([
      ['former', 2, 2],
      ['former', 1004, 1],
      ['mine', 1005, 3],
    ])
    // The former page is done; before the server has heard the name of this one, it still tells how far that one came.
    let view = refused
    for (const version of [1, 2]) {
      const heard = receiveCart(view, { type: 'CART_ITEMS', payload: [], version, ref: 1004 })
      if (typeof heard === 'object') view = heard
    }
    expect(waiting(view)).toEqual([['mine', 1005, 3]])
  })
})
