import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gate, ROOT, removeTrials, trial } from './trial.ts'

afterAll(removeTrials)

const SCRIPT = 'dependency-cruiser/bin/dependency-cruise.mjs'
const CONFIG = path.join(ROOT, '.dependency-cruiser.mjs')
const FOLDERS = ['shared', 'server', 'client', 'e2e', 'bench', 'faults', 'scripts']

const { AREAS } = (await import(CONFIG)) as { AREAS: Record<string, readonly string[]> }

interface Cruise {
  summary: {
    violations: { from: string; to: string; rule: { name: string } }[]
    ruleSetUsed: { forbidden: { name: string; severity: string }[] }
  }
}

async function cruise(cwd: string): Promise<Cruise> {
  const { output } = await gate(SCRIPT, ['--config', CONFIG, '--output-type', 'json', ...FOLDERS], cwd)
  return JSON.parse(output) as Cruise
}

const MISSING = './gone.ts'
/** An import of types only: the gate sees it only if the TypeScript compiler is installed. */
const TYPE_IMPORT: [file: string, imports: string] = ['client/lib/live/frames.ts', '#server/app.ts']

/** Imports that break a rule. Every rule has at least one. */
const BROKEN: [rule: string, file: string, imports: string][] = [
  ['resolvable', 'server/platform/log.ts', MISSING],
  ['resolvable', 'client/lib/api/api.ts', 'a-package-that-is-not-installed'],
  ['shared-stands-alone', 'shared/domain/money.ts', '#server/config.ts'],
  ['shared-stands-alone', 'shared/domain/orders/cart.ts', '../../../client/lib/api/api.ts'],
  ['shared-stands-alone', 'shared/domain/menu/tags.ts', 'react'],
  ['shared-stands-alone', 'shared/contracts/orders.ts', 'fastify'],
  ['shared-stands-alone', 'shared/contracts/menu/menu.ts', 'pg'],
  ['shared-no-core', 'shared/domain/text.ts', 'node:fs'],
  ['shared-no-core', 'shared/domain/customers/phone.ts', 'path'],
  ['client-not-server', 'client/lib/live/live.ts', '#server/config.ts'],
  ['client-not-server', 'client/pages/menu/index.tsx', '../../../server/config.ts'],
  ['client-not-server', ...TYPE_IMPORT],
  ['server-not-client', 'server/app.ts', '../client/lib/api.ts'],
  ['product-without-tools', 'server/demo.ts', '../scripts/prepare.mjs'],
  ['product-without-tools', 'client/lib/times.ts', '../../bench/work.ts'],
  ['ui-knows-no-data', 'client/ui/parts/button.tsx', '../../lib/api.ts'],
  ['ui-knows-no-data', 'client/ui/parts/surfaces.tsx', '../../areas/menu/index.ts'],
  ['lib-below-kit', 'client/lib/words/format.ts', '../../areas/settings/index.ts'],
  ['lib-below-kit', 'client/lib/browser/preferences.tsx', '../../app/routes.tsx'],
  ['kit-knows-no-restaurant', 'client/kit/form.ts', '../areas/settings/index.ts'],
  ['areas-below-pages', 'client/areas/orders/notice.tsx', '../../pages/menu/index.tsx'],
  ['area-menu', 'client/areas/menu/picture.tsx', '../pictures/near-view.ts'],
  ['area-menu', 'client/areas/menu/order.tsx', '../orders/index.ts'],
  ['area-cart', 'client/areas/cart/cart.ts', '../menu/index.ts'],
  ['area-cart', 'client/areas/cart/badge.tsx', '../cart-notes/index.ts'],
  ...Object.keys(AREAS).map((area): [string, string, string] => [
    `area-${area}`,
    `client/areas/${area}/undrawn.ts`,
    '../undrawn/index.ts',
  ]),
  ['areas-are-drawn', 'client/areas/codes/code.ts', '../menu/index.ts'],
  ['pages-below-app', 'client/pages/auth/index.tsx', '../../app/routes.tsx'],
  ['areas-by-their-front-doors', 'client/pages/landing/index.tsx', '../../areas/cart/cart.ts'],
  ['areas-by-their-front-doors', 'client/app/app.tsx', '../areas/cart/drawer.tsx'],
  ['only-tests-import-testing', 'client/ui/inputs/field.tsx', '../../testing/render.tsx'],
  ['only-tests-import-testing', 'client/areas/cart/row.tsx', '../../testing/samples.ts'],
  ['only-tests-import-testing', 'client/areas/printing/row.tsx', './printing.fixture.ts'],
  ['worker-stands-alone', 'client/worker/sw.ts', '../lib/api.ts'],
  ['worker-stands-alone', 'client/worker/keep.ts', 'react'],
  ['nobody-imports-the-worker', 'client/lib/register.ts', '../worker/sw.ts'],
  ['modules-above-platform', 'server/platform/clock.ts', '../modules/menu/index.ts'],
  ['modules-above-platform', 'server/db/connect.ts', '../app.ts'],
  ['modules-by-their-front-door', 'server/modules/orders/place.ts', '#server/modules/menu/repo.ts'],
  ['modules-by-their-front-door', 'server/modules/orders/cancel.ts', '../orders-archive/keep.ts'],
  ['app-uses-front-doors', 'server/main.ts', './modules/orders/change.ts'],
  ['only-the-app-imports-areas', 'server/modules/menu/index.ts', './area.ts'],
  ['only-the-app-imports-areas', 'server/main.ts', './modules/menu/area.ts'],
  ['only-repos-speak-sql', 'server/modules/orders/change.ts', 'drizzle-orm'],
  ['only-repos-speak-sql', 'server/modules/orders/view.ts', 'pg'],
  ['only-repos-speak-sql', 'server/modules/menu/service.ts', '#server/db/schema/index.ts'],
  ['outside-is-asked', 'server/modules/fiscal/device.ts', 'node:net'],
  ['outside-is-asked', 'server/modules/fiscal/device.ts', 'node:dns/promises'],
  ['outside-is-asked', 'server/modules/orders/shop.ts', 'node:https'],
  ['services-know-no-http', 'server/modules/menu/published.ts', 'fastify'],
  ['services-know-no-http', 'server/modules/tables/service.ts', '@fastify/cookie'],
  ['services-know-no-http', 'server/modules/tables/watch.ts', '#server/platform/http/errors.ts'],
  ['no-cycles', 'client/lib/browser/storage.ts', './storage-key.ts'],
  ['no-cycles', 'client/lib/browser/storage-key.ts', './storage.ts'],
]

/** Imports that break no rule. */
const GOOD: [file: string, imports: string][] = [
  ['shared/contracts/base/fields.ts', 'zod/mini'],
  ['shared/domain/orders/cart.test.ts', 'node:fs'],
  ['shared/domain/orders/cart.test.ts', 'vitest'],
  ['server/config.ts', '#shared/domain/logo.ts'],
  ['server/config.ts', 'node:net'],
  ['server/modules/printing/line.ts', 'node:net'],
  ['server/modules/menu/index.ts', './routes.ts'],
  ['server/app.ts', './modules/menu/area.ts'],
  ['server/modules/menu/routes.ts', './service.ts'],
  ['server/modules/menu/routes.ts', './repo.ts'],
  ['server/modules/menu/routes.ts', 'fastify'],
  ['server/modules/menu/routes.ts', '#server/platform/http/errors.ts'],
  ['server/modules/menu/repo.ts', 'drizzle-orm'],
  ['server/modules/menu/repo.ts', '#server/db/schema/index.ts'],
  ['server/modules/orders/summary-repo.ts', 'drizzle-orm'],
  ['server/modules/tables/list.ts', '#server/modules/menu/index.ts'],
  ['client/app/app.tsx', '../pages/dashboard/index.tsx'],
  ['client/pages/dashboard/index.tsx', '../../areas/menu/index.ts'],
  ['client/areas/menu/index.ts', '../../ui/badge.tsx'],
  ['client/areas/menu/card.tsx', '../pictures/index.ts'],
  ['client/areas/menu/index.ts', './card.tsx'],
  ['client/areas/menu/card.tsx', '#shared/domain/logo.ts'],
  ['client/areas/cart/index.ts', 'react'],
  ['client/areas/cart/drawer.test.tsx', '../../testing/render.tsx'],
  ['client/testing/render.tsx', '../lib/query.ts'],
]

const PACKAGES = ['react', 'fastify', 'pg', 'drizzle-orm', '@fastify/cookie', 'zod', 'zod/mini', 'vitest']

/** Returns a project with the files of BROKEN and GOOD, and with the files and packages that they import. */
function projectFiles(): Record<string, string> {
  const files: Record<string, string> = {
    'package.json': readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
    'e2e/support/language.ts': '',
    'faults/storm.ts': '',
  }
  for (const name of PACKAGES) {
    files[`node_modules/${name}/package.json`] = JSON.stringify({ name, main: 'index.js' })
    files[`node_modules/${name}/index.js`] = 'export {}'
  }
  for (const [file, imports] of [...BROKEN.map(([, ...rest]) => rest), ...GOOD]) {
    const statement = file === TYPE_IMPORT[0] ? 'import type { App } from ' : 'import '
    files[file] = `${files[file] ?? ''}${statement}'${imports}'\n`
    const target = targetOf(file, imports)
    if (target) files[target] ??= ''
  }
  return files
}

/** Returns the imported file; undefined for a package and for an import that cannot be resolved. */
function targetOf(file: string, imports: string): string | undefined {
  if (imports === MISSING) return undefined
  if (imports.startsWith('#')) return imports.slice(1)
  return imports.startsWith('.') ? path.posix.join(path.posix.dirname(file), imports) : undefined
}

it('the graph of areas has no cycle', () => {
  const uses = new Map(Object.entries(AREAS))
  const above = (area: string, path: readonly string[]): string[] =>
    path.includes(area)
      ? [[...path, area].join(' → ')]
      : (uses.get(area) ?? []).flatMap((used) => above(used, [...path, area]))
  expect([...uses.keys()].flatMap((area) => above(area, []))).toEqual([])
})

describe('the import gate', { concurrent: true }, () => {
  it('reports every forbidden import with its rule, and no other import', async () => {
    const { summary } = await cruise(trial(projectFiles()))
    const reported = summary.violations.map(({ rule, from, to }) => violation(rule.name, from, to))
    const expected = BROKEN.map(([rule, file, imports]) => violation(rule, file, targetOf(file, imports) ?? imports))
    expect([...new Set(reported)].sort()).toEqual([...new Set(expected)].sort())
    const rules = summary.ruleSetUsed.forbidden
    expect(rules.map(({ name }) => name).filter((name) => !BROKEN.some(([rule]) => rule === name))).toEqual([])
    expect(rules.filter(({ severity }) => severity !== 'error')).toEqual([])
  })

  it('exits with an error only if a rule is broken', async () => {
    const args = ['--config', CONFIG, ...FOLDERS]
    const valid = {
      'shared/a.ts': '',
      'server/b.ts': "import '../shared/a.ts'",
      'client/c.ts': "import '../shared/a.ts'",
      'e2e/d.ts': '',
      'bench/e.ts': '',
      'faults/f.ts': '',
      'scripts/g.mjs': '',
    }
    expect((await gate(SCRIPT, args, trial(valid))).passed).toBe(true)
    const broken = await gate(SCRIPT, args, trial({ ...valid, 'client/d.ts': "import '../server/b.ts'" }))
    expect(broken.passed).toBe(false)
    expect(broken.output).toContain('client-not-server')
  })
})

function violation(rule: string, from: string, to: string): string {
  const shortened = to.replace(/^node_modules\/|^node:/, '').replace(/\/index\.js$/, '')
  // A cycle is reported once, starting from either of its files.
  return rule === 'no-cycles' ? `${rule}: ${[from, shortened].sort().join(', ')}` : `${rule}: ${from} → ${shortened}`
}
