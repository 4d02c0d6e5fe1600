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
const DOCUMENTS = FILES.filter((name) => name.endsWith('.md'))
const SOURCES = FILES.filter((name) => /\.(ts|tsx|mjs|css|html|sql|jsonc|md)$/.test(name))

/** A reference to the repository in a text: a link, path, command or citation. */
type Kind = 'link' | 'path' | 'command' | 'citation'
interface Reference {
  kind: Kind
  quote: string
  isValid: boolean
}

describe('the documentation', () => {
  const references = DOCUMENTS.flatMap((name) =>
    referencesIn(name, read(name)).map((reference) => ({ name, ...reference })),
  )
  const count = (kind: Kind) => references.filter((reference) => reference.kind === kind).length

  it('refers only to existing links, anchors, paths and npm scripts', () => {
    expect(references.filter(({ isValid }) => !isValid).map(({ name, quote }) => `${name}: ${quote}`)).toEqual([])
  })

  it('is checked completely: README, docs and decisions', () => {
    expect(DOCUMENTS).toEqual(
      expect.arrayContaining(['README.md', 'docs/product/README.md', 'docs/decisions/README.md']),
    )
    expect(DOCUMENTS.length).toBeGreaterThan(15)
    expect(count('link')).toBeGreaterThan(40)
    expect(count('path')).toBeGreaterThan(80)
    expect(count('command')).toBeGreaterThan(10)
  })

  it('defines each anchor once', () => {
    const duplicates = DOCUMENTS.flatMap((name) => {
      const anchors = anchorsOf(read(name))
      return anchors.filter((anchor, i) => anchors.indexOf(anchor) !== i).map((anchor) => `${name}#${anchor}`)
    })
    expect(duplicates).toEqual([])
    const rules = DOCUMENTS.filter((name) => name.startsWith('docs/product/')).flatMap((name) => anchorsOf(read(name)))
    expect(rules.length).toBeGreaterThan(200)
  })
})

it.each(['npm run demo', 'npm test'])('the README has `%s` on a line of its own', (command) => {
  const lines = [...read('README.md').matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  )
  expect(lines).toContain(command)
  expect(Object.keys(scripts)).toContain(command.split(' ').at(-1))
})

it('every rule and document that code, tests and documents cite exists', () => {
  const cited = SOURCES.flatMap((name) => citationsIn(read(name)).map((reference) => ({ name, ...reference })))
  expect(cited.filter(({ isValid }) => !isValid).map(({ name, quote }) => `${name}: ${quote}`)).toEqual([])
  const rules = cited.filter(({ name, quote }) => quote.includes('docs/product/') && !name.endsWith('.md'))
  expect(rules.length).toBeGreaterThan(40)
})

it('every file that a comment in code names exists', () => {
  const named = SOURCES.filter((name) => !name.endsWith('.md')).flatMap((name) =>
    filesInComments(read(name)).map((file) => ({ name, file })),
  )
  expect(named.filter(({ file }) => !isExistingPath(file)).map(({ name, file }) => `${name}: ${file}`)).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})

describe('checking a document', () => {
  // Joined at run time, so that the gate does not find the citation in this file.
  const rule = (anchor: string) => ['docs', 'product', `orders.md#${anchor}`].join('/')

  it.each([
    '[rules](product/orders.md#orders-idempotency)',
    '[rules](../docs/product/tickets-and-receipts.md)',
    '[elsewhere](https://example.com/nothing.md#nowhere)',
    '`server/config.ts`, `config.ts`, `modules/orders/place.ts`, `client/ui/`, `client/areas/<area>`, `server/*.ts`',
    '`/menu`, `zod/mini`, `Europe/Bucharest`, `postgres/`, `./data/demo`, `GET /api/menu`, `@fastify/static`',
    'Run `npm run bench -- --quick`, `npm test` or `npm start`.',
    rule('orders-idempotency'),
    '```\n[a diagram](of-nothing.md) `server/nothing.ts`\n```',
  ])('accepts %j', (text) => {
    expect(invalidIn(text)).toEqual([])
  })

  it.each([
    ['[rules](prodcut.md)', 'prodcut.md'],
    ['[rules](product/orders.md#orders-idempotence)', 'product/orders.md#orders-idempotence'],
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
  ])('rejects %j', (text, quote) => {
    expect(invalidIn(text)).toEqual([quote])
  })

  it('finds the files that comments name, in each kind of comment', () => {
    const code = "import './a.ts'\n/** As `b/c.ts`, https://x.example/d.html, *.test.ts. */\n// See e.mjs.\n-- f.sql\n"
    expect(filesInComments(code)).toEqual(['b/c.ts', 'e.mjs', 'f.sql'])
  })

  function invalidIn(text: string): string[] {
    const references = [...referencesIn('docs/architecture.md', text), ...citationsIn(text)]
    return references.filter(({ isValid }) => !isValid).map(({ quote }) => quote)
  }
})

function referencesIn(name: string, text: string): Reference[] {
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
        quote: target,
        isValid: isValidLink(name, text, target) && isMatchingNumber(label, target),
      })),
    ...spans.filter(looksLikePath).map((quote) => ({ kind: 'path' as const, quote, isValid: isExistingPath(quote) })),
    ...[...text.matchAll(/\bnpm (run [\w:-]+|test|start|restart|stop)\b/g)].map(([quote, script = '']) => ({
      kind: 'command' as const,
      quote,
      isValid: script.replace('run ', '') in scripts,
    })),
  ]
}

/** Returns the citations of documents by their path from the root, with or without a rule's anchor. */
function citationsIn(text: string): Reference[] {
  return [...text.matchAll(/\bdocs\/[\w./-]+\.md(#[\w-]+)?/g)].map(([quote]) => {
    const [file = '', anchor] = quote.split('#')
    return { kind: 'citation', quote, isValid: exists(file, anchor) }
  })
}

/** Returns the file names and paths in the comments of a source; not those in addresses, patterns and package names. */
function filesInComments(text: string): string[] {
  const comments = [...text.matchAll(/(?:^|\s)(\/\*[\s\S]*?\*\/|(?:\/\/|--) .*)/gm)].map(([, comment = '']) => comment)
  const name = /(?<![\w./@:*<>-])[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|jsonc?|css|html|sql|md)\b(?![/\w])/g
  return comments.flatMap((comment) => [...comment.matchAll(name)].map(([file]) => file))
}

function isValidLink(from: string, text: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  if (file === '') return anchor !== undefined && anchorsOf(text).includes(anchor)
  return exists(path.posix.join(path.posix.dirname(from), file), anchor)
}

/** Whether the link leads to the decision whose number is in its label; true for a label without a number. */
function isMatchingNumber(label: string, target: string): boolean {
  const [number] = /\b\d{3}\b/.exec(label) ?? []
  return number === undefined || path.posix.basename(target).startsWith(number)
}

function exists(file: string, anchor: string | undefined): boolean {
  if (FOLDERS.has(file.replace(/\/$/, ''))) return anchor === undefined
  if (!FILES.includes(file)) return false
  return anchor === undefined || anchorsOf(read(file)).includes(anchor)
}

/** Whether a code span is meant as a path: it begins with a folder of the repository or ends like a source file. */
function looksLikePath(span: string): boolean {
  if (!/^[\w.-][\w./<>*-]*$/.test(span) || span.startsWith('./')) return false
  const [first = ''] = span.split('/')
  return (span.includes('/') && FOLDER_NAMES.has(first)) || /\w\.(tsx?|mjs|jsonc?|css|html|sql|md)$/.test(span)
}

/** Whether a file or folder has this path, or ends with it if the path does not begin at the root. */
function isExistingPath(quote: string): boolean {
  const pattern = quote
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/<\w+>|\*/g, '[^/]+')
  const start = FOLDERS.has(quote.split('/')[0] ?? '') ? '^' : '(^|/)'
  const matcher = new RegExp(`${start}${pattern}$`)
  return FILES.some((name) => matcher.test(name)) || [...FOLDERS].some((name) => matcher.test(name))
}

/** Returns the anchors of a document: headings as GitHub names them (numbered if repeated), and explicit anchors. */
function anchorsOf(text: string): string[] {
  const countBySlug = new Map<string, number>()
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-')
    const count = countBySlug.get(slug) ?? 0
    countBySlug.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
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
