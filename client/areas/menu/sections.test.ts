import { expect, it } from 'vitest'
import { actionableFirst } from './sections.ts'

it('what can be acted on comes first, and both parts keep their order', () => {
  const list = [4, 1, 6, 3, 2]
  expect(actionableFirst(list, (value) => value % 2 === 0)).toEqual([4, 6, 2, 1, 3])
  expect(actionableFirst(list, () => false)).toEqual(list)
})
