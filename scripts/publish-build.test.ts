import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishBuild } from './publish-build.ts'

let folder: string
let target: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'masa-build-'))
  target = path.join(folder, 'client')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Creates and publishes a build with these hashed files. */
function build(...parts: string[]): void {
  const built = path.join(folder, 'next')
  mkdirSync(path.join(built, 'static'), { recursive: true })
  writeFileSync(path.join(built, 'index.html'), parts.join())
  for (const part of parts) writeFileSync(path.join(built, 'static', part), part)
  publishBuild(built, target)
}

const hashedFiles = (build: string) => (existsSync(build) ? readdirSync(path.join(build, 'static')).sort() : undefined)
const page = () => readFileSync(path.join(target, 'index.html'), 'utf8')
const builds = () => readdirSync(folder).sort()

it('publishBuild publishes the first build without a previous one', () => {
  build('a-1')
  expect([page(), hashedFiles(target), builds()]).toEqual(['a-1', ['a-1'], ['client']])
})

it('publishBuild keeps the previous build, and deletes the one before it', () => {
  build('a-1', 'b-1')
  build('a-2', 'b-1')
  expect([page(), hashedFiles(target), hashedFiles(`${target}-before`)]).toEqual([
    'a-2,b-1',
    ['a-2', 'b-1'],
    ['a-1', 'b-1'],
  ])
  build('a-3', 'b-1')
  expect([page(), hashedFiles(target), hashedFiles(`${target}-before`)]).toEqual([
    'a-3,b-1',
    ['a-3', 'b-1'],
    ['a-2', 'b-1'],
  ])
  expect(builds()).toEqual(['client', 'client-before'])
})

it('publishBuild keeps the previous build when the same build is published again', () => {
  build('a-1')
  build('a-2')
  build('a-2')
  expect([hashedFiles(target), hashedFiles(`${target}-before`)]).toEqual([['a-2'], ['a-1']])
})

it('publishBuild succeeds after an interrupted publication', () => {
  build('a-1')
  build('a-2')
  // Simulates an interruption after the current build was renamed.
  rmSync(`${target}-before`, { recursive: true })
  rmSync(target, { recursive: true })
  build('a-3')
  expect([page(), hashedFiles(target)]).toEqual(['a-3', ['a-3']])
})
