import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const RETURNED = /(return|=>|[?:]) new (AppError|CommittingRefusal)|[|<] *(AppError|CommittingRefusal) *[|>]/

it('a refusal is thrown, never returned: what returns commits', () => {
  const files = globSync('server/{db,modules}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(100)
  const returning = files.filter((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => RETURNED.test(line) && !line.includes('throw ')),
  )
  expect(returning).toEqual([])
})
