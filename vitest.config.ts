import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { splitWords } from './scripts/plugins.ts'

/**
 * Storms, tests that start whole processes, databases or gates, and what takes long and rarely changes:
 * scripts/test.mjs leaves them to `npm run test:all`.
 */
const LONG_TESTS = [
  'faults/**/*.test.ts',
  'scripts/gates/{imports,lint,types,unused}.test.ts',
  'scripts/update.test.ts',
  'server/api-description/*.test.ts',
  'server/{backup,demo,demo-history,doctor,failing-start,growth,main,next-version}.test.ts',
  'server/{addresses,fiscal-bridge,metrics,owner-password,secrets-renew,several-instances}.test.ts',
  'server/db/{migrate,server}.test.ts',
  'server/db/embedded/{embedded,locations,refusals}.test.ts',
  'server/modules/accounts/{own-password,sign-in}.test.ts',
  'server/modules/backups/*.test.ts',
  'server/modules/catering/proposal/render.test.ts',
  'server/modules/customers/{privacy-batches,privacy-clock,stored-responses}.test.ts',
  'server/modules/menu/imports/*.test.ts',
  'server/modules/orders/options-storm.test.ts',
  'server/modules/payments/ledger.test.ts',
  'server/modules/printing/**/*.test.ts',
  'server/modules/shared-sessions/ending.test.ts',
  'server/modules/webhooks/{failures,post}.test.ts',
  'server/platform/files/bucket-store.test.ts',
  'server/platform/limits/throttle.test.ts',
  'server/platform/live/{announcements,socket}.test.ts',
]

/** Those with the most or the slowest cases: they wait for `npm run test:all` too, where some run at a moved clock as well. */
const SLOW_TESTS = [
  'shared/domain/menu/price-rules.test.ts',
  'shared/domain/printing/printing.test.ts',
  'shared/domain/time/{opening-hours,slots}.test.ts',
  'server/{clock-moved,fiscal-receipts,known-tokens,odd-rows}.test.ts',
  'server/modules/accounts/{links,programs,users}.test.ts',
  'server/modules/catering/catering.test.ts',
  'server/modules/customers/{erase,merge}.test.ts',
  'server/modules/fiscal/*.test.ts',
  'server/modules/menu/{categories,portions,rules}.test.ts',
  'server/modules/menu/options/groups.test.ts',
  'server/modules/notifications/{outbox,stopped}.test.ts',
  'server/modules/orders/{held,proven,read}.test.ts',
  'server/modules/payments/{days,payments}.test.ts',
  'server/modules/reservations/{clock,house,mine}.test.ts',
  'server/modules/shared-sessions/{cart,completing,seats}.test.ts',
  'server/modules/tables/{keys,proven-guests}.test.ts',
  'server/modules/webhooks/{events,webhooks}.test.ts',
  'server/platform/http/errors.test.ts',
]
const SLOW_COMPONENTS = [
  'client/areas/accounts/users/*.test.tsx',
  'client/areas/checks/*.test.tsx',
  'client/areas/customers/customers-tab.test.tsx',
  'client/areas/menu/served-now.test.tsx',
  'client/areas/printing/printers.test.tsx',
  'client/areas/promotions/editor/promotions-tab.test.tsx',
  'client/areas/reservations/reservation-dialog.test.tsx',
  'client/areas/tables/editor/*.test.tsx',
  'client/lib/browser/translator.test.tsx',
]

/** The longest forms of owners, which are rendered again and again. */
const LONG_COMPONENTS = [
  'client/areas/catering/{previous-events,wizard}.test.tsx',
  'client/areas/customers/customer-dialog.test.tsx',
  'client/areas/menu-editor/**/*.test.tsx',
  'client/areas/payments/day/day-view.test.tsx',
  'client/areas/promotions/editor/promotion-editor.test.tsx',
  'client/areas/reports/reports.test.tsx',
  'client/areas/settings/*.test.tsx',
]

/**
 * Not on PostgreSQL 15: the storms, which `npm run faults` runs there, tests that use the embedded server in any case,
 * and those of whole processes, protocols, files and pages, whose statements other tests run too.
 */
const ANY_DATABASE_TESTS = [
  'bench/**',
  'faults/**',
  'server/{access,addresses,demo,failing-start,fiscal-bridge,main,metrics,owner-password,secrets-renew}.test.ts',
  'server/{app,bodies,inputs,request-ids}.test.ts',
  'server/{api-description,pages}/**',
  'server/db/embedded/**',
  'server/modules/accounts/{own-password,sign-in}.test.ts',
  'server/modules/catering/proposal/**',
  'server/modules/printing/{addresses,guests-tickets,line,star}.test.ts',
  'server/modules/printing/paper/**',
  'server/modules/webhooks/post.test.ts',
  'server/platform/live/{socket,upgrade}.test.ts',
  'server/platform/{files,http,limits}/**',
]

/** The files that take longest, first: the last file has the machine to itself, and half of it would be idle. */
const LONGEST = /\/(embedded|backups|faults|webhooks|printing)\/|\/(options-storm|ledger|next-version|growth)\.test/
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

/** Which tests to run: all, or in scripts/test.mjs some: without long and slow ones, only these, or those of clock or database. */
const isLongRun = process.env.MASA_TESTS === 'long'
const isShortRun = process.env.MASA_TESTS === 'short'
const isClockRun = process.env.MASA_TESTS === 'clock'
/** Which of these a run leaves out. */
const leftOut = (long: string[], slow: string[]) => (isShortRun ? [...long, ...slow] : isClockRun ? long : [])
const isDatabaseRun = process.env.MASA_TESTS === 'database'
const exclude = ['**/node_modules/**', ...leftOut(LONG_TESTS, SLOW_TESTS), ...(isDatabaseRun ? ANY_DATABASE_TESTS : [])]

const tests = (...folders: string[]) => (isLongRun ? [] : folders.map((folder) => `${folder}/**/*.test.ts`))

const read = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8')

/** Lists the test files that contain `sign`: each of them needs modules of its own. */
const isolated = (pattern: string, sign: RegExp) =>
  globSync(pattern, { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => sign.test(read(file)))

/** These replace or reload modules. */
const MOCKING = isolated('client/**/*.test.tsx', /\bvi\.(mock|doMock|resetModules)\(/)
/** These also load modules after they changed what the modules read, or change the words that all others find. */
const RELOADING = isolated(
  'client/**/*.test.ts',
  /\bvi\.(mock|doMock|resetModules)\(|await import\(|startI18n|\bi18n\.|@vitest-environment/,
)

const COMPONENTS = { environment: 'happy-dom', setupFiles: ['vitest.setup.ts', 'client/testing/setup.ts'] }

export default defineConfig({
  plugins: [splitWords],
  test: {
    // Tests start the server many times: code that was compiled once is not compiled again.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/compiled` },
    // From version 25 on, Node has a localStorage of its own, which hides that of the tests' page.
    execArgv: ['--no-experimental-webstorage'],
    setupFiles: ['vitest.setup.ts'],
    // One more than there are cores: the long files mostly wait for servers.
    maxWorkers: availableParallelism() + 1,
    // Concurrent tests of one file start servers of their own and mostly wait for them.
    maxConcurrency: 3,
    // Limits that end a test that hangs. They claim nothing about speed: a busy machine must not reach them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A machine that pauses for a moment may fail a test; the report says "retry" where it passed only then.
    retry: process.env.CI === 'true' ? 1 : 0,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    // Modules are loaded once per worker and not once per file, where no test replaces them.
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          // Each project has a setup of its own, and only this one needs a database.
          globalSetup: ['scripts/build-for-tests.mjs', 'server/testing/setup.ts'],
          include: isLongRun ? [...LONG_TESTS, ...SLOW_TESTS] : tests('shared', 'server', 'faults', 'bench'),
          exclude,
          setupFiles: ['server/testing/lock-order.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'scripts', include: tests('scripts'), exclude, isolate: false } },
      {
        extends: true,
        test: {
          name: 'client',
          // A test reads it.
          css: { include: [/first-view\.css/] },
          include: tests('client'),
          exclude: RELOADING,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'client, isolated', include: isLongRun ? [] : RELOADING } },
      // Components, rendered without a browser.
      {
        extends: true,
        test: {
          ...COMPONENTS,
          name: 'components',
          include: isLongRun ? [...LONG_COMPONENTS, ...SLOW_COMPONENTS] : ['client/**/*.test.tsx'],
          exclude: [...MOCKING, ...leftOut(LONG_COMPONENTS, SLOW_COMPONENTS)],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...COMPONENTS, name: 'components, isolated', include: isLongRun ? [] : MOCKING },
      },
    ],
  },
})
