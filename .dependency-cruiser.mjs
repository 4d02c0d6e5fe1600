/** Who may import what (docs/architecture.md). Every rule is an error. */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'shared-stands-alone',
      comment: 'shared runs in browser and server: it knows neither, and only packages that run in both.',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(client|server)/|(^|/)node_modules/(?!(zod|libphonenumber-js|i18next)/)' },
    },
    {
      name: 'shared-no-core',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'client-not-server', severity: 'error', from: { path: '^client/' }, to: { path: '^server/' } },
    { name: 'server-not-client', severity: 'error', from: { path: '^server/' }, to: { path: '^client/' } },
    {
      name: 'ui-knows-no-data',
      severity: 'error',
      from: { path: '^client/ui/' },
      to: { path: '^client/(lib|features|pages|app)/' },
    },
    {
      name: 'lib-below-features',
      severity: 'error',
      from: { path: '^client/lib/' },
      to: { path: '^client/(features|pages|app)/' },
    },
    {
      name: 'no-feature-imports-a-feature',
      severity: 'error',
      from: { path: '^client/features/([^/]+)/' },
      to: { path: '^client/(features/(?!$1/)|pages/|app/)' },
    },
    { name: 'pages-below-app', severity: 'error', from: { path: '^client/pages/' }, to: { path: '^client/app/' } },
    {
      name: 'features-by-their-front-door',
      severity: 'error',
      from: { path: '^client/(pages|app)/' },
      to: { path: '^client/features/[^/]+/', pathNot: '^client/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/testing/|\\.test\\.tsx?$' },
      to: { path: '^client/testing/' },
    },
    {
      name: 'modules-above-platform',
      severity: 'error',
      from: { path: '^server/(platform|db)/' },
      to: { path: '^server/(modules/|app\\.ts|main\\.ts|demo\\.ts)' },
    },
    {
      name: 'modules-by-their-front-door',
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/' },
      to: { path: '^server/modules/(?!$1/)[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'app-uses-front-doors',
      severity: 'error',
      from: { path: '^server/[^/]+\\.ts$' },
      to: { path: '^server/modules/[^/]+/(?!index\\.ts$)' },
    },
    {
      name: 'only-repos-speak-sql',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: '[/-]repo\\.ts$|\\.test\\.ts$' },
      to: { path: 'node_modules/(drizzle-orm|pg)/|^server/db/schema/' },
    },
    {
      name: 'routes-and-live-call-the-service',
      severity: 'error',
      from: { path: '^server/modules/[^/]+/(routes|live)\\.ts$' },
      to: { path: '[/-]repo\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-know-no-http',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: '/(routes|live|cookies|viewer|index)\\.ts$|\\.test\\.ts$' },
      to: {
        path: 'node_modules/(@fastify|fastify)/|^server/platform/http/(?!viewer\\.ts)',
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
    progress: { type: 'none' },
  },
}
