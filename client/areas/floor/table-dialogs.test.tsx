import { expect, it } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { floorTable, round } from '../../testing/floor-samples.ts'
import { dialog, render } from '../../testing/render.tsx'
import { FloorTableDialogs } from './opened-table.tsx'

it.each(LANGUAGES)('a moved order has the name that it has at its table (%s)', async (language) => {
  const tables = [floorTable(), floorTable({ id: 80, number: 8 })]
  const rounds = [round({ id: 11 }), round({ id: 12 })]
  const { t } = render(
    <FloorTableDialogs dialog="move" table={floorTable()} tables={tables} rounds={rounds} onClose={() => {}} />,
    { language },
  )
  const form = await dialog()
  const names = form.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
  expect(names).toEqual([1, 2].map((number) => `${t('floor.roundTitle', { number })} · 57.00 LEI`))
})
