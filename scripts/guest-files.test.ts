import { expect, it } from 'vitest'
import { guestFiles } from './guest-files.ts'

interface Part {
  imports?: string[]
  dynamicImports?: string[]
  looks?: string[]
  isEntry?: boolean
  of?: string
}

const chunk = ([fileName, { imports = [], dynamicImports = [], looks = [], isEntry = false, of }]: [string, Part]) => [
  fileName,
  {
    type: 'chunk',
    fileName,
    isEntry,
    imports,
    dynamicImports,
    facadeModuleId: of && `/somewhere/${of}`,
    viteMetadata: {
      importedCss: new Set(looks),
      importedAssets: new Set(looks.length ? ['sans-latin-ext.woff2'] : []),
    },
  },
]

const bundleOf = (parts: Record<string, Part>) =>
  Object.fromEntries(Object.entries(parts).map(chunk)) as Parameters<typeof guestFiles>[0]

const OTHERS: Record<string, Part> = {
  'landing.js': { of: 'client/pages/landing/index.tsx', imports: ['shared.js'] },
  'auth.js': { of: 'client/pages/auth/index.tsx', imports: ['form.js'] },
  'dashboard.js': { of: 'client/app/dashboard-route.tsx', imports: ['board.js', 'shared.js'], looks: ['board.css'] },
  'words.js': { of: 'client/lib/words/dashboard-words.ts' },
  'signed-in.js': { of: 'client/features/accounts/signed-in-line.tsx' },
  'lost.js': { of: 'client/pages/not-found/index.tsx' },
  'board.js': { dynamicImports: ['chart.js'] },
  'chart.js': {},
  'form.js': {},
}

it('takes what the menu loads, now and later, and nothing that only others load', () => {
  const files = guestFiles(
    bundleOf({
      ...OTHERS,
      'first.js': {
        isEntry: true,
        looks: ['first.css'],
        dynamicImports: ['cart.js', ...Object.keys(OTHERS).slice(0, 6)],
      },
      'cart.js': { imports: ['first.js', 'shared.js'], dynamicImports: ['details.js'] },
      'details.js': { looks: ['details.css'], dynamicImports: ['cart.js'] },
      'shared.js': {},
    }),
  )
  expect([...files].sort()).toEqual(['cart.js', 'details.css', 'details.js', 'first.css', 'first.js', 'shared.js'])
})

it('fails where a part that it knows as others’ is gone: an owner’s would be kept in its place', () => {
  const { 'dashboard.js': _, ...rest } = OTHERS
  expect(() => guestFiles(bundleOf({ ...rest, 'first.js': { isEntry: true } }))).toThrow(
    'no part of the build is client/app/dashboard-route.tsx',
  )
})
