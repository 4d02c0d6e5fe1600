import { expect, test } from './fixtures.ts'

test('a receipt is printed from a window of its own, on paper as long as its lines', async ({ board, restaurant }) => {
  const { id } = await restaurant.order({ customerName: 'Ștefan Țurcanu', notes: '<b>fără</b> ceapă' })
  // A dialog that stays open, as on systems where it does not hold up the page.
  await board.context().addInitScript(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  await board.goto('/dashboard')
  const card = board.getByRole('article', { name: `Order #${id}`, exact: true })
  const opening = board.waitForEvent('popup')
  await card.getByRole('button', { name: 'Print receipt' }).click()
  const paper = await opening
  await expect(paper.getByText('Client:          Ștefan Țurcanu')).toBeVisible()
  await expect(paper.getByText('Mențiuni: <b>fără</b> ceapă')).toBeVisible()
  await expect(paper.getByText('Nu este bon fiscal')).toBeVisible()
  expect(await paper.title()).toBe(`Receipt #${id}`)
  const tooWide = await paper.evaluate(() =>
    [...document.querySelectorAll('div')]
      .filter((line) => line.scrollWidth > line.clientWidth)
      .map((line) => line.textContent),
  )
  expect(tooWide).toEqual([])
  const pdf = (await paper.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  // 80 mm in points.
  expect(Math.abs(Number(/\/MediaBox \[0 0 ([\d.]+) /.exec(pdf)?.[1]) - 226.8)).toBeLessThan(1)

  await expect(card).toContainText(/Sent to print: Receipt \d\d:\d\d \(patron\)/)
  const closing = paper.waitForEvent('close')
  await paper.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await closing
})
