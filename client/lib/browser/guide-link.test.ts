import { expect, it } from 'vitest'
import operating from '../../../docs/operating.md?raw'
import running from '../../../docs/running.md?raw'
import { guidePaths } from './guide-link.tsx'

const guides: Partial<Record<string, string>> = { running, operating }

it.each(Object.entries(guidePaths))('leads to a guide that has the heading, for %s', (_, address) => {
  const [, guide = '', heading = ''] = /^\/api\/docs\/(\w+)#:~:text=(.+)$/.exec(address) ?? []
  expect(guides[guide]).toContain(`\n${decodeURIComponent(heading)}\n`)
})
