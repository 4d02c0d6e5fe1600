/**
 * The graph of the client's areas: which other areas each one uses, by their front doors. An area stands below those
 * that use it.
 */
export const AREAS = {
  accounts: ['codes', 'orders'],
  bills: ['orders', 'payments', 'prices', 'printing'],
  board: ['floor', 'menu', 'orders', 'payments', 'printing', 'reservations', 'tables'],
  calls: ['order-status', 'orders'],
  cart: ['allergens', 'orders', 'pictures', 'prices'],
  catering: ['menu'],
  checkout: ['orders', 'prices', 'tables'],
  customers: ['orders', 'reservations'],
  checks: ['accounts', 'backups', 'board', 'codes', 'menu-editor', 'orders', 'printing', 'reservations', 'tables'],
  floor: ['bills', 'checkout', 'menu', 'orders', 'prices', 'reservations', 'tables'],
  kitchen: ['orders'],
  menu: ['allergens', 'cart', 'pictures', 'prices'],
  'menu-editor': ['allergens', 'menu', 'orders', 'pictures'],
  'order-status': ['allergens', 'cart', 'orders', 'tables'],
  orders: ['pictures', 'prices'],
  payments: ['accounts', 'orders', 'printing'],
  printing: ['accounts', 'menu', 'orders'],
  promotions: ['pictures'],
  reports: ['orders'],
  reservations: ['accounts', 'orders', 'printing', 'tables'],
  settings: ['codes', 'menu', 'printing', 'reservations', 'tables'],
  'shared-sessions': ['cart', 'checkout', 'orders', 'tables'],
  tables: ['bills', 'codes', 'orders', 'payments'],
}

/** Who may import what (docs/architecture.md). Every rule is an error. */
export default {
  forbidden: [
    // What only a type closes is no cycle: types are gone when the product runs.
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'subset-font is installed only for the moment in which scripts/fonts/make-fonts.mjs runs.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^subset-font$' },
    },
    {
      name: 'product-without-tools',
      severity: 'error',
      from: { path: '^(shared|server|client)/' },
      to: { path: '^(e2e|bench|faults|scripts)/' },
    },
    {
      name: 'shared-stands-alone',
      comment: 'shared runs in browser and server: it knows neither, and only packages that run in both.',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { path: '^(client|server)/|(^|/)node_modules/(?!(zod|libphonenumber-js)/)' },
    },
    {
      name: 'shared-no-core',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.(test|fixture)\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    { name: 'client-not-server', severity: 'error', from: { path: '^client/' }, to: { path: '^server/' } },
    { name: 'server-not-client', severity: 'error', from: { path: '^server/' }, to: { path: '^client/' } },
    {
      name: 'ui-knows-no-data',
      severity: 'error',
      from: { path: '^client/ui/' },
      to: { path: '^client/(lib|kit|areas|pages|app)/' },
    },
    {
      name: 'lib-below-kit',
      severity: 'error',
      from: { path: '^client/lib/' },
      to: { path: '^client/(kit|areas|pages|app)/' },
    },
    {
      name: 'kit-knows-no-restaurant',
      severity: 'error',
      from: { path: '^client/kit/' },
      to: { path: '^client/(areas|pages|app)/' },
    },
    {
      name: 'areas-below-pages',
      severity: 'error',
      from: { path: '^client/areas/' },
      to: { path: '^client/(pages|app)/' },
    },
    {
      name: 'areas-by-their-front-doors',
      severity: 'error',
      from: { path: '^client/(pages|app)/' },
      to: { path: '^client/areas/[^/]+/(?!index\\.tsx?$)' },
    },
    ...Object.entries(AREAS).map(([area, uses]) => ({
      name: `area-${area}`,
      severity: 'error',
      comment: 'An area uses those that AREAS names, by their front doors.',
      from: { path: `^client/areas/${area}/`, pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: {
        path: '^client/areas/',
        pathNot: [`^client/areas/${area}/`, ...uses.map((used) => `^client/areas/${used}/index\\.tsx?$`)],
      },
    })),
    {
      name: 'areas-are-drawn',
      comment: 'An area that AREAS does not name uses no other.',
      severity: 'error',
      from: { path: '^client/areas/([^/]+)/', pathNot: `^client/areas/(${Object.keys(AREAS).join('|')})/` },
      to: { path: '^client/areas/(?!$1/)' },
    },
    { name: 'pages-below-app', severity: 'error', from: { path: '^client/pages/' }, to: { path: '^client/app/' } },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/testing/|\\.(test|fixture)\\.tsx?$' },
      to: { path: '^client/testing/|\\.fixture\\.tsx?$' },
    },
    {
      name: 'worker-stands-alone',
      comment: 'The service worker has no page: it knows what both sides agree on, and its library.',
      severity: 'error',
      from: { path: '^client/worker/', pathNot: '\\.test\\.ts$' },
      to: { path: '^client/(?!worker/)|(^|/)node_modules/(?!workbox-)' },
    },
    {
      name: 'nobody-imports-the-worker',
      severity: 'error',
      from: { path: '^client/(?!worker/)' },
      to: { path: '^client/worker/' },
    },
    {
      name: 'modules-above-platform',
      severity: 'error',
      from: { path: '^server/(platform|db)/' },
      to: { path: '^server/(modules/|api-description/|pages/|app\\.ts|main\\.ts|demo\\.ts)' },
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
      from: { path: '^server/((api-description|pages)/)?[^/]+\\.ts$' },
      to: { path: '^server/modules/[^/]+/(?!(index|area)\\.ts$)' },
    },
    {
      name: 'only-the-app-imports-areas',
      comment: 'An area has all routes: whoever uses a module would load them.',
      severity: 'error',
      from: { pathNot: '^server/app\\.ts$' },
      to: { path: '^server/modules/[^/]+/area\\.ts$' },
    },
    {
      name: 'only-repos-speak-sql',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: '[/-]repo\\.ts$|\\.test\\.ts$' },
      to: { path: 'node_modules/(drizzle-orm|pg)/|^server/db/schema/' },
    },
    {
      name: 'outside-is-asked',
      comment: 'What leads outside asks `outside` first (docs/architecture.md). Whoever does so is listed here.',
      severity: 'error',
      from: {
        path: '^server/modules/',
        pathNot: '^server/modules/(printing/(line|service)|webhooks/post)\\.ts$|\\.test\\.ts$',
      },
      to: { path: '^(node:)?(net|tls|dgram|dns|https?2?)(/|$)', dependencyTypes: ['core'] },
    },
    {
      name: 'services-know-no-http',
      severity: 'error',
      from: { path: '^server/modules/', pathNot: '/(area|routes|live|cookies|viewer|index)\\.ts$|\\.test\\.ts$' },
      to: {
        path: 'node_modules/(@fastify|fastify)/|^server/platform/http/',
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
