import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './trial.ts'

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const IGNORED = new Set([
  '.git',
  ...read('.gitignore')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
])
const FILES = filesBelow('')
const FOLDERS = new Set(FILES.flatMap(foldersOf))
const FOLDER_NAMES = new Set([...FOLDERS].flatMap((folder) => folder.split('/')))
const PAPERS = FILES.filter((name) => name.endsWith('.md'))
const SOURCES = FILES.filter((name) => /\.(ts|tsx|mjs|css|html|sql|jsonc|md)$/.test(name))

/** What a text says of the repository: each can be true or not. */
type Kind = 'link' | 'path' | 'command' | 'citation'
interface Claim {
  kind: Kind
  said: string
  isTrue: boolean
}

describe('the papers', () => {
  const claims = PAPERS.flatMap((name) => claimsOfPaper(name, read(name)).map((claim) => ({ name, ...claim })))
  const count = (kind: Kind) => claims.filter((claim) => claim.kind === kind).length

  it('name only what is there: links and their anchors, paths, scripts of npm', () => {
    expect(claims.filter(({ isTrue }) => !isTrue).map(({ name, said }) => `${name}: ${said}`)).toEqual([])
  })

  it('are read: README, docs and decisions', () => {
    expect(PAPERS).toEqual(expect.arrayContaining(['README.md', 'docs/product.md', 'docs/decisions/README.md']))
    expect(PAPERS.length).toBeGreaterThan(15)
    expect(count('link')).toBeGreaterThan(40)
    expect(count('path')).toBeGreaterThan(80)
    expect(count('command')).toBeGreaterThan(10)
  })

  it('give each anchor once', () => {
    const twice = PAPERS.flatMap((name) => {
      const anchors = anchorsOf(read(name))
      return anchors.filter((anchor, i) => anchors.indexOf(anchor) !== i).map((anchor) => `${name}#${anchor}`)
    })
    expect(twice).toEqual([])
    expect(anchorsOf(read('docs/product.md')).length).toBeGreaterThan(200)
  })
})

it('every rule and paper that code, tests and papers cite is there', () => {
  const cited = SOURCES.flatMap((name) => citationsIn(read(name)).map((claim) => ({ name, ...claim })))
  expect(cited.filter(({ isTrue }) => !isTrue).map(({ name, said }) => `${name}: ${said}`)).toEqual([])
  const rules = cited.filter(({ name, said }) => said.includes('product.md#') && !name.endsWith('.md'))
  expect(rules.length).toBeGreaterThan(40)
})

describe('a paper', () => {
  // Put together, so that the gate does not find it here.
  const rule = (anchor: string) => ['docs', `product.md#${anchor}`].join('/')

  it.each([
    '[rules](product.md#orders-idempotency)',
    '[rules](../docs/product.md#tickets-and-receipts)',
    '[elsewhere](https://example.com/nothing.md#nowhere)',
    '`server/config.ts`, `config.ts`, `modules/orders/placing/place.ts`, `client/ui/`, `client/features/<area>`, `server/*.ts`',
    '`/menu`, `zod/mini`, `Europe/Bucharest`, `postgres/`, `./data/demo`, `GET /api/menu`, `@fastify/static`',
    'Run `npm run bench -- --quick`, `npm test` or `npm start`.',
    rule('orders-idempotency'),
    '```\n[a diagram](of-nothing.md) `server/nothing.ts`\n```',
  ])('may say %j', (text) => {
    expect(faultsIn(text)).toEqual([])
  })

  it.each([
    ['[rules](prodcut.md)', 'prodcut.md'],
    ['[rules](product.md#orders-idempotence)', 'product.md#orders-idempotence'],
    ['[reasons](decisions/008-never-written.md)', 'decisions/008-never-written.md'],
    ['[012](decisions/013-shared-table.md)', 'decisions/013-shared-table.md'],
    ['[above](#no-such-heading)', '#no-such-heading'],
    ['`server/configuration.ts`', 'server/configuration.ts'],
    ['`configuration.ts`', 'configuration.ts'],
    ['`modules/orders/take.ts`', 'modules/orders/take.ts'],
    ['`client/widgets`', 'client/widgets'],
    ['`client/widgets/<area>`', 'client/widgets/<area>'],
    ['Run `npm run bnech`.', 'npm run bnech'],
    ['```sh\nnpm run demonstration\n```', 'npm run demonstration'],
    ['Run `npm restart`.', 'npm restart'],
    [rule('orders-idempotence'), rule('orders-idempotence')],
  ])('is refused where it says %j', (text, said) => {
    expect(faultsIn(text)).toEqual([said])
  })

  function faultsIn(text: string): string[] {
    const claims = [...claimsOfPaper('docs/product.md', text), ...citationsIn(text)]
    return claims.filter(({ isTrue }) => !isTrue).map(({ said }) => said)
  }
})

function claimsOfPaper(name: string, text: string): Claim[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, label = '', target = '']) => ({
    label,
    target,
  }))
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return [
    ...links
      .filter(({ target }) => !/^\w+:/.test(target))
      .map(({ label, target }) => ({
        kind: 'link' as const,
        said: target,
        isTrue: isLinkTrue(name, text, target) && isNumberTrue(label, target),
      })),
    ...spans.filter(looksLikePath).map((said) => ({ kind: 'path' as const, said, isTrue: isPathTrue(said) })),
    ...[...text.matchAll(/\bnpm (run [\w:-]+|test|start|restart|stop)\b/g)].map(([said, script = '']) => ({
      kind: 'command' as const,
      said,
      isTrue: script.replace('run ', '') in scripts,
    })),
  ]
}

/** Papers by their path from the root, with or without a rule's anchor, wherever they are cited. */
function citationsIn(text: string): Claim[] {
  return [...text.matchAll(/\bdocs\/[\w./-]+\.md(#[\w-]+)?/g)].map(([said]) => {
    const [file = '', anchor] = said.split('#')
    return { kind: 'citation', said, isTrue: isThere(file, anchor) }
  })
}

function isLinkTrue(from: string, text: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  if (file === '') return anchor !== undefined && anchorsOf(text).includes(anchor)
  return isThere(path.posix.join(path.posix.dirname(from), file), anchor)
}

/** A decision that is named by its number is that one. */
function isNumberTrue(label: string, target: string): boolean {
  const [number] = /\b\d{3}\b/.exec(label) ?? []
  return number === undefined || path.posix.basename(target).startsWith(number)
}

function isThere(file: string, anchor: string | undefined): boolean {
  if (FOLDERS.has(file.replace(/\/$/, ''))) return anchor === undefined
  if (!FILES.includes(file)) return false
  return anchor === undefined || anchorsOf(read(file)).includes(anchor)
}

/** A path of the repository begins with one of its folders, or ends like one of its sources. */
function looksLikePath(span: string): boolean {
  if (!/^[\w.-][\w./<>*-]*$/.test(span) || span.startsWith('./')) return false
  const [first = ''] = span.split('/')
  return (span.includes('/') && FOLDER_NAMES.has(first)) || /\w\.(tsx?|mjs|jsonc?|css|html|sql|md)$/.test(span)
}

/** Whether a file or a folder has this path, or ends with it where it does not begin at the root. */
function isPathTrue(said: string): boolean {
  const pattern = said
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/<\w+>|\*/g, '[^/]+')
  const begins = FOLDERS.has(said.split('/')[0] ?? '') ? '^' : '(^|/)'
  const looked = new RegExp(`${begins}${pattern}$`)
  return FILES.some((name) => looked.test(name)) || [...FOLDERS].some((name) => looked.test(name))
}

/** What can be linked to: headings, as GitHub names them, and explicit anchors. A heading that comes again has a number. */
function anchorsOf(text: string): string[] {
  const named = new Map<string, number>()
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-')
    const before = named.get(slug) ?? 0
    named.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
  return [...headings, ...[...prose.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, anchor = '']) => anchor)]
}

function read(name: string): string {
  return readFileSync(path.join(ROOT, name), 'utf8')
}

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return []
    const name = path.posix.join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(name) : [name]
  })
}

function foldersOf(name: string): string[] {
  return name
    .split('/')
    .slice(0, -1)
    .map((_, i, parts) => parts.slice(0, i + 1).join('/'))
}
