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
      inBundle?: boolean
      bundleDependencies?: string[]
      optionalDependencies?: Record<string, string>
    }
  >
}

const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock
const installed = Object.entries(packages).filter(([location]) => location !== '')

it('package-lock.json contains the packages of every platform (if this fails: run npm run lock after an installation)', () => {
  const optionalPackages = Object.entries(packages).flatMap(([location, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => [`node_modules/${name}`, `${location}/node_modules/${name}`]),
  )
  expect(optionalPackages.length).toBeGreaterThan(50)
  expect(optionalPackages.filter((locations) => !locations.some((location) => location in packages))).toEqual([])
})

it('package-lock.json has a hash for every package, so that npm rejects a modified one', () => {
  expect(installed.length).toBeGreaterThan(500)
  // A package within another one's file has no hash of its own.
  const withoutHash = installed.filter(
    ([, { integrity = '', inBundle }]) => !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity),
  )
  expect(withoutHash.map(([location, { version }]) => `${location} ${version}`)).toEqual([])
  for (const [location] of installed.filter(([, { inBundle }]) => inBundle)) {
    const [parent = '', name] = location.split(/\/node_modules\/(?!.*\/node_modules\/)/)
    expect(packages[parent]?.bundleDependencies, location).toContain(name)
  }
})

it('package-lock.json contains no registry URL, so that each installation uses its own registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

it('the packaged Node is the same on Linux and Windows, and on both kinds of Mac', () => {
  const versions = Object.entries(packages).flatMap(([location, { version }]) => {
    const [, system] = /^node_modules\/node-(?:bin-)?(linux|win|darwin)-(?:x64|arm64)$/.exec(location) ?? []
    return system ? [`${system === 'darwin' ? 'Mac' : 'Linux and Windows'}: ${version}`] : []
  })
  expect(versions).toHaveLength(5)
  expect(new Set(versions).size).toBe(2)
})
