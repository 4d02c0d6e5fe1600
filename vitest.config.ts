import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONG = /\/faults\/|\/server\/(main\.|db\/embedded\/)/

/** The long files first: the file that comes last has the machine to itself, and half of it would be idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONG.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

const tests = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`)

export default defineConfig({
  test: {
    globalSetup: ['server/testing/setup.ts'],
    // More than the machine's two cores: the long ones mostly wait for servers.
    maxWorkers: 3,
    // Of the tests that start servers of their own and mostly wait for them.
    maxConcurrency: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A loaded machine may take its time.
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      // None of these leaves anything behind in a module: the server's code is read once for all of them.
      { extends: true, test: { name: 'server', include: tests('shared', 'server', 'faults'), isolate: false } },
      { extends: true, test: { name: 'client', include: tests('client', 'scripts') } },
      // Components, drawn without a browser.
      {
        extends: true,
        test: {
          name: 'components',
          include: ['client/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['client/testing/setup.ts'],
        },
      },
    ],
  },
})
