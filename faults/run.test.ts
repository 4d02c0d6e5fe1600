import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// Node runs it without a bundler: one import of a component, at any depth, and no storm begins.
it('run.ts can be loaded by Node alone', async () => {
  const run = fileURLToPath(new URL('./run.ts', import.meta.url))
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [run, '--kind', 'none', '--seed', '1'], (_, stdout, stderr) => resolve(stdout + stderr))
  })
  expect(printed).toContain('there is no such kind of storm')
})
