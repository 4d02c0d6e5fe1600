import { expect, it } from 'vitest'
import { guestFiles } from './plugins.ts'

interface Part {
  imports?: string[]
  dynamicImports?: string[]
  styles?: string[]
  isEntry?: boolean
  module?: string
}

const chunk = ([fileName, { imports = [], dynamicImports = [], styles = [], isEntry = false, module }]: [
  string,
  Part,
]) => [
  fileName,
  {
    type: 'chunk',
    fileName,
    isEntry,
    imports,
    dynamicImports,
    facadeModuleId: module && `/somewhere/${module}`,
    viteMetadata: {
      importedCss: new Set(styles),
      importedAssets: new Set(styles.length ? ['sans-latin-ext.woff2'] : []),
    },
  },
]

const bundleOf = (parts: Record<string, Part>) =>
  Object.fromEntries(Object.entries(parts).map(chunk)) as Parameters<typeof guestFiles>[0]

const EXCLUDED: Record<string, Part> = {
  'landing.js': { module: 'client/pages/landing/index.tsx', imports: ['shared.js'] },
  'auth.js': { module: 'client/pages/auth/index.tsx', imports: ['form.js'] },
  'dashboard.js': {
    module: 'client/pages/dashboard/index.tsx',
    imports: ['board.js', 'shared.js'],
    styles: ['board.css'],
  },
  'kitchen.js': { module: 'client/pages/kitchen/index.tsx', imports: ['board.js'] },
  'floor.js': { module: 'client/pages/floor/index.tsx', imports: ['board.js'] },
  'words-en.js': { module: 'shared/i18n/en/dashboard.ts' },
  'words-ro.js': { module: 'shared/i18n/ro/dashboard.ts' },
  'service-en.js': { module: 'shared/i18n/en/service.ts' },
  'service-ro.js': { module: 'shared/i18n/ro/service.ts' },
  'signed-in.js': { module: 'client/areas/accounts/signed-in-line.tsx' },
  'lost.js': { module: 'client/pages/not-found/index.tsx' },
  'board.js': { dynamicImports: ['chart.js'] },
  'chart.js': {},
  'form.js': {},
}

it('guestFiles returns the files that the menu loads immediately or later, without the files of excluded modules', () => {
  const files = guestFiles(
    bundleOf({
      ...EXCLUDED,
      'first.js': {
        isEntry: true,
        styles: ['first.css'],
        dynamicImports: ['cart.js', ...Object.keys(EXCLUDED).slice(0, 11)],
      },
      'cart.js': { imports: ['first.js', 'shared.js'], dynamicImports: ['details.js'] },
      'details.js': { styles: ['details.css'], dynamicImports: ['cart.js'] },
      'shared.js': {},
    }),
  )
  expect([...files].sort()).toEqual(['cart.js', 'details.css', 'details.js', 'first.css', 'first.js', 'shared.js'])
})

it('guestFiles throws if an excluded module is not in the build', () => {
  const { 'dashboard.js': _, ...rest } = EXCLUDED
  expect(() => guestFiles(bundleOf({ ...rest, 'first.js': { isEntry: true } }))).toThrow(
    'no part of the build is client/pages/dashboard/index.tsx',
  )
})
