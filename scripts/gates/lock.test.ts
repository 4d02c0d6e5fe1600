import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './trial.ts'

interface Lock {
  packages: Record<
    string,
    {
      version?: string
      integrity?: string
      resolved?: string
      dev?: boolean
      optional?: boolean
      optionalDependencies?: Record<string, string>
    }
  >
}

const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock
const installed = Object.entries(packages).filter(([place]) => place !== '')

it('the lock holds the packages of every platform (else: npm run lock, after an installation)', () => {
  const named = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => [`node_modules/${name}`, `${place}/node_modules/${name}`]),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((places) => !places.some((place) => place in packages))).toEqual([])
})

/**
 * Parts of four tools for other machines, whose hashes were not to be had when the lock was made. Nothing of them is in what
 * guests and owners use. `npm run lock` asks for them again; none may be added.
 */
const WITHOUT = [
  /^node_modules\/@biomejs\/cli-(android|darwin|win32)-|^node_modules\/@biomejs\/cli-linux-(arm64|x64)-musl$/,
  /^node_modules\/@oxc-parser\/binding-/,
  /^node_modules\/@rollup\/rollup-/,
  /^node_modules\/@tailwindcss\/oxide-/,
]
const MAX_WITHOUT = 55

it('every package has a hash, so that a changed one is refused', () => {
  expect(installed.length).toBeGreaterThan(800)
  const without = installed.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))
  expect(without.length).toBeLessThanOrEqual(MAX_WITHOUT)
  for (const [place, { dev, optional }] of without) {
    expect([WITHOUT.some((part) => part.test(place)), dev, optional], place).toEqual([true, true, true])
  }
})

it('the lock names no registry: each installation uses its own', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
