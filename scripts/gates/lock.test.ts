import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './trial.ts'

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

it('the lock holds the packages of every platform (else: npm run lock, after an installation)', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const named = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => [`node_modules/${name}`, `${place}/node_modules/${name}`]),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((places) => !places.some((place) => place in packages))).toEqual([])
})
