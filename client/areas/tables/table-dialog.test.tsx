import { describe, expect, it, vi } from 'vitest'
import { getTables } from '#shared/contracts/tables.ts'
import { dialog, fakeApi, render, screen } from '../../testing/render.tsx'
import TableDialog from './table-dialog.tsx'

const TABLES = (['available', 'occupied', 'reserved'] as const).map((status, i) => ({
  id: 31 + i,
  number: 1 + i,
  label: null,
  capacity: 4,
  status,
}))

describe('choosing a table', () => {
  const open = async () => {
    const onChoose = vi.fn()
    const rendered = render(<TableDialog open onOpenChange={() => {}} tableId={null} onChoose={onChoose} />)
    return { ...rendered, onChoose, shown: await dialog(rendered.t('table.choose')) }
  }

  it('offers available tables; occupied and reserved ones are shown as occupied and disabled', async () => {
    fakeApi.answers(getTables, TABLES)
    const { user, t, onChoose, shown } = await open()
    await user.click(await shown.findByRole('combobox'))
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      t('common.table', { number: 1 }) + t('table.available'),
      t('common.table', { number: 2 }) + t('table.occupied'),
      t('common.table', { number: 3 }) + t('table.occupied'),
    ])
    expect(options.map((option) => option.getAttribute('aria-disabled'))).toEqual([null, 'true', 'true'])
    await user.click(options[1] as HTMLElement)
    expect(onChoose).not.toHaveBeenCalled()
    await user.click(options[0] as HTMLElement)
    expect(onChoose).toHaveBeenCalledWith(31)
  })

  it('asks the guest to scan the code if scanning is required, and fetches no tables', async () => {
    const { t } = render(<TableDialog open onOpenChange={() => {}} tableId={null} onChoose={() => {}} mustScan />)
    const shown = await dialog('Scan the code on the table')
    expect(shown.getByText(t('table.scanDescription'))).toBeDefined()
    expect(shown.queryByRole('combobox')).toBeNull()
    expect(fakeApi.callsOf(getTables)).toEqual([])
  })

  it('shows a message if there are no tables', async () => {
    fakeApi.answers(getTables, [])
    const { t, shown } = await open()
    expect(await shown.findByText(t('table.none'))).toBeDefined()
  })

  it('offers to retry if the tables could not be loaded', async () => {
    fakeApi.isOutOfReach(getTables)
    const { user, t, shown } = await open()
    expect(await shown.findByText(t('common.loadFailed'))).toBeDefined()
    fakeApi.answers(getTables, TABLES)
    await user.click(shown.getByRole('button', { name: t('common.tryAgain') }))
    expect(await shown.findByRole('combobox')).toBeDefined()
  })
})
