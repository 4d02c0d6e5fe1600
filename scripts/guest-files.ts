/* Selects the files of a build that the guest's menu needs and its service worker caches, without owners' files. */
import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** Modules that the entry point loads but the guest's menu does not need: other pages, and parts for users. */
const EXCLUDED = [
  'client/pages/dashboard/index.tsx',
  'client/areas/accounts/signed-in-line.tsx',
  'client/pages/auth/index.tsx',
  'client/pages/floor/index.tsx',
  'client/pages/kitchen/index.tsx',
  'client/pages/landing/index.tsx',
  'client/pages/not-found/index.tsx',
  'shared/i18n/en/dashboard.ts',
  'shared/i18n/ro/dashboard.ts',
  'shared/i18n/en/service.ts',
  'shared/i18n/ro/service.ts',
]
/** Font files for letters beyond English and Romanian, which only a guest's name may contain. */
const RARE_LETTERS = /latin-ext/

/** @returns names of files within the build @throws Error if one of EXCLUDED is not in it: its files would be cached */
export function guestFiles(bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const missing = EXCLUDED.filter((module) => !chunks.some((chunk) => isOf(chunk, module)))
  if (missing.length > 0) throw new Error(`no part of the build is ${missing.join(', ')} (scripts/guest-files.ts)`)

  const files = new Set<string>()
  const add = (chunk: Chunk) => {
    if (files.has(chunk.fileName) || EXCLUDED.some((module) => isOf(chunk, module))) return
    files.add(chunk.fileName)
    for (const file of stylesAndFontsOf(chunk)) if (!RARE_LETTERS.test(file)) files.add(file)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = bundle[name]
      if (next?.type === 'chunk') add(next)
    }
  }
  for (const chunk of chunks) if (chunk.isEntry) add(chunk)
  return files
}

const isOf = ({ facadeModuleId }: Chunk, module: string) => facadeModuleId?.endsWith(`/${module}`) ?? false

function stylesAndFontsOf({ viteMetadata }: Chunk): string[] {
  return [...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])]
}
