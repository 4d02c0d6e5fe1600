import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const RETURNED = /(return|=>|[?:]) new AppError|[|<] *AppError *[|>]/

it('server code throws an AppError and never returns one, because a transaction that returns commits', () => {
  const files = globSync('server/{db,modules}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(100)
  const offenders = files.filter((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => RETURNED.test(line) && !line.includes('throw ')),
  )
  expect(offenders).toEqual([])
})
