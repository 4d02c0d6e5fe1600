import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  args: { elementCount?: number }
}

/** The number of elements whose styles the browser computes, some repeatedly, from `act` until the page is quiet. */
export async function stylesComputed(page: Page, act: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const counts: number[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as TraceEvent[])
      if (name === 'UpdateLayoutTree') counts.push(args.elementCount ?? 0)
  })
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline' })
  await act()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await devtools.send('Tracing.end')
  await complete
  await devtools.detach()
  if (counts.length === 0) throw new Error('The trace has no computation of styles.')
  return counts.reduce((sum, count) => sum + count, 0)
}
