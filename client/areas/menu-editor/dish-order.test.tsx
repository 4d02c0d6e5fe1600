import { beforeEach, describe, expect, it } from 'vitest'
import { getCategories, getMenu, type MenuCategory, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { createDish, moveDish } from '#shared/contracts/menu/menu-editing.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import { dialog, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import MenuTab from './menu-tab.tsx'

beforeEach(() => fakeApi.answers(listOptions, []))

const SOUPS: MenuCategory = { id: 1, name: 'Soups', nameRo: 'Ciorbe', position: 1, isActive: true, hasItems: true }
const dishes = ['Broth', 'Cream', 'Stew'].map((name, i) =>
  sampleDish({ id: i + 1, name, nameRo: name, position: i + 1 }),
)
const [BROTH, CREAM, STEW] = dishes as [MenuItem, MenuItem, MenuItem]
const positions = (...ordered: MenuItem[]) => ordered.map(({ id }, i) => ({ id, position: i + 1 }))

describe('the dishes of a category', () => {
  const open = async () => {
    fakeApi.answers(getMenu, dishes)
    fakeApi.answers(getCategories, [SOUPS])
    const rendered = render(<MenuTab />)
    await screen.findByRole('listitem', { name: 'Broth' })
    const { t, user } = rendered
    const choose = async (name: string, action: 'up' | 'down' | 'moveTo') => {
      await user.click(screen.getByRole('button', { name: t('common.moreFor', { name }) }))
      await user.click(
        await screen.findByRole('menuitem', {
          name: t(action === 'moveTo' ? 'common.moveTo' : `menuEditor.${action}`),
        }),
      )
    }
    return { ...rendered, choose }
  }
  const listed = () =>
    screen
      .getAllByRole('listitem')
      .flatMap((row) => dishes.map(({ name }) => name).filter((name) => row.getAttribute('aria-label') === name))

  it('move up and down, and the second of two moves begins where the first one ended', async () => {
    const { t, choose } = await open()
    fakeApi.answers(moveDish, positions(BROTH, STEW, CREAM))
    fakeApi.holds(getMenu, [])
    await choose('Stew', 'up')
    expect(await screen.findByText(t('menuEditor.moved', { name: 'Stew', position: 2, count: 3 }))).toBeDefined()
    await waitFor(() => expect(listed()).toEqual(['Broth', 'Stew', 'Cream']))
    fakeApi.answers(moveDish, positions(STEW, BROTH, CREAM))
    await choose('Stew', 'up')
    await waitFor(() => expect(listed()).toEqual(['Stew', 'Broth', 'Cream']))
    expect(fakeApi.callsOf(moveDish).map(({ path, body }) => [path, body])).toEqual([
      ['/api/menu/3/move', { direction: 'up', order: 3 }],
      ['/api/menu/3/move', { direction: 'up', order: 2 }],
    ])
  })

  it('move to the position of another dish', async () => {
    const { t, user, choose } = await open()
    fakeApi.answers(moveDish, positions(CREAM, STEW, BROTH))
    await choose('Broth', 'moveTo')
    const shown = await dialog(t('common.moveName', { name: 'Broth' }))
    await user.click(shown.getByRole('combobox', { name: t('common.movePlace') }))
    await user.click(await screen.findByRole('option', { name: '3. Stew' }))
    await user.click(shown.getByRole('button', { name: t('common.move') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(fakeApi.callsOf(moveDish)[0]?.body).toEqual({ to: 3, order: 1 })
  })

  it('stay where they are if somebody else has moved them', async () => {
    const { t, choose } = await open()
    fakeApi.refuses(moveDish, 409, { code: 'place_changed', message: 'S-a mutat' })
    await choose('Broth', 'down')
    expect(await screen.findByText(t('common.notChanged'))).toBeDefined()
    expect(screen.getByText('S-a mutat')).toBeDefined()
    expect(listed()).toEqual(['Broth', 'Cream', 'Stew'])
  })
})

describe('adding several dishes', () => {
  it('keeps the form open with the category alone, says what was saved, and adds each dish once', async () => {
    fakeApi.answers(getMenu, dishes)
    fakeApi.answers(getCategories, [SOUPS])
    const { t, user } = render(<MenuTab />)
    await user.click(await screen.findByRole('button', { name: t('menuEditor.add') }))
    const form = await dialog(t('menuEditor.addTitle'))
    const field = (name: 'name' | 'nameRo' | 'price') => form.getByLabelText(t(`menuEditor.fields.${name}`))
    await user.click(form.getByRole('combobox', { name: t('menuEditor.fields.category') }))
    await user.click(await screen.findByRole('option', { name: 'Soups' }))
    for (const [i, name] of ['Borscht', 'Goulash'].entries()) {
      await user.fill(field('name'), name)
      await user.fill(field('nameRo'), name)
      await user.fill(field('price'), '28,50')
      const added = sampleDish({ id: 20 + i, name, nameRo: name })
      fakeApi.answers(createDish, added)
      await user.click(form.getByRole('button', { name: t('menuEditor.saveAndAdd') }))
      expect(await screen.findByText(t('common.saved', { name }))).toBeDefined()
      await waitFor(() => expect(field('name')).toHaveProperty('value', ''))
      expect(document.activeElement).toBe(field('name'))
      expect(field('price')).toHaveProperty('value', '')
    }
    const calls = fakeApi.callsOf(createDish)
    expect(calls.map(({ body }) => body)).toMatchObject([
      { name: 'Borscht', category: 'Soups', categoryRo: 'Ciorbe', price: 2850 },
      { name: 'Goulash', category: 'Soups', categoryRo: 'Ciorbe', price: 2850 },
    ])
    expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2)
  })
})
