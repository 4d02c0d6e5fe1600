import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publishBuild } from './publish-build.ts'

let folder: string
let place: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'masa-build-'))
  place = path.join(folder, 'client')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** A build of these parts, as the builder leaves it. */
function build(...parts: string[]): void {
  const built = path.join(folder, 'next')
  mkdirSync(path.join(built, 'static'), { recursive: true })
  writeFileSync(path.join(built, 'index.html'), parts.join())
  for (const part of parts) writeFileSync(path.join(built, 'static', part), part)
  publishBuild(built, place)
}

const parts = (of: string) => (existsSync(of) ? readdirSync(path.join(of, 'static')).sort() : undefined)
const page = () => readFileSync(path.join(place, 'index.html'), 'utf8')
const all = () => readdirSync(folder).sort()

it('the first build has none before it', () => {
  build('a-1')
  expect([page(), parts(place), all()]).toEqual(['a-1', ['a-1'], ['client']])
})

it('the build before stays, and none before that', () => {
  build('a-1', 'b-1')
  build('a-2', 'b-1')
  expect([page(), parts(place), parts(`${place}-before`)]).toEqual(['a-2,b-1', ['a-2', 'b-1'], ['a-1', 'b-1']])
  build('a-3', 'b-1')
  expect([page(), parts(place), parts(`${place}-before`)]).toEqual(['a-3,b-1', ['a-3', 'b-1'], ['a-2', 'b-1']])
  expect(all()).toEqual(['client', 'client-before'])
})

it('the same build once more does not count as another', () => {
  build('a-1')
  build('a-2')
  build('a-2')
  expect([parts(place), parts(`${place}-before`)]).toEqual([['a-2'], ['a-1']])
})

it('a build that was interrupted while it was put in place is followed by a whole one', () => {
  build('a-1')
  build('a-2')
  // The build before was taken away, and the new one had not come yet.
  rmSync(`${place}-before`, { recursive: true })
  rmSync(place, { recursive: true })
  build('a-3')
  expect([page(), parts(place)]).toEqual(['a-3', ['a-3']])
})
