/* Which files of a build the guest's menu needs, and no owner's: those that its service worker keeps. */
import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** Parts that the guest's first file loads for others: other pages, and what only signed-in people see. */
const OTHERS = [
  'client/app/dashboard-route.tsx',
  'client/features/accounts/signed-in-line.tsx',
  'client/lib/words/dashboard-words.ts',
  'client/pages/auth/index.tsx',
  'client/pages/landing/index.tsx',
  'client/pages/not-found/index.tsx',
]
/** Letters that neither language has come in a font of their own, which only a guest's name needs. */
const RARE_LETTERS = /latin-ext/

/**
 * The files that the first page loads, now or later, with their styles and fonts.
 * @param bundle what is about to be written
 * @returns names within the build
 */
export function guestFiles(bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const missing = OTHERS.filter((place) => !chunks.some((chunk) => isOf(chunk, place)))
  if (missing.length > 0) throw new Error(`no part of the build is ${missing.join(', ')} (scripts/guest-files.ts)`)

  const found = new Set<string>()
  const take = (chunk: Chunk) => {
    if (found.has(chunk.fileName) || OTHERS.some((place) => isOf(chunk, place))) return
    found.add(chunk.fileName)
    for (const file of looksOf(chunk)) if (!RARE_LETTERS.test(file)) found.add(file)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = bundle[name]
      if (next?.type === 'chunk') take(next)
    }
  }
  for (const chunk of chunks) if (chunk.isEntry) take(chunk)
  return found
}

const isOf = ({ facadeModuleId }: Chunk, place: string) => facadeModuleId?.endsWith(`/${place}`) ?? false

function looksOf({ viteMetadata }: Chunk): string[] {
  return [...(viteMetadata?.importedCss ?? []), ...(viteMetadata?.importedAssets ?? [])]
}
