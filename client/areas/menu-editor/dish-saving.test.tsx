import { describe, expect, it } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { changeDish, createDish, toggleDish } from '#shared/contracts/menu/menu-editing.ts'
import { dialog, fakeApi, screen, waitFor, within } from '../../testing/render.tsx'
import { dishDialog, SOUP } from './dish-dialog.fixture.tsx'

describe('saving a dish', () => {
  const { nameOf, open } = dishDialog('en')

  it('sends the changed fields with the version of the dish, and keeps unknown tags', async () => {
    fakeApi.answers(changeDish, { ...SOUP, price: 3000, tags: ['of the house'], version: 5 })
    const { user, t, form, price, save, isClosed } = await open('edit')
    expect(form.getByRole('checkbox', { name: 'of the house' })).toHaveProperty('checked', true)
    await user.click(form.getByRole('checkbox', { name: t('menu.tags.spicy') }))
    await user.fill(price(), '3000')
    expect(localStorage.getItem('masa.draft.dish.7')).not.toBeNull()
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(changeDish)).toMatchObject([
      { path: '/api/menu/7', body: { price: 3000, tags: ['of the house'] } },
    ])
    const [call] = fakeApi.callsOf(changeDish)
    expect(Object.keys(call?.body as object)).toEqual(['price', 'tags'])
    expect(call?.headers.get('If-Match')).toBe('"4"')
  })

  it('shows the saved dish in a form that is opened before the menu is fetched again', async () => {
    fakeApi.answers(changeDish, { ...SOUP, price: 3000, version: 5 })
    const { user, t, price, save, isClosed } = await open('edit')
    fakeApi.holds(getMenu, [])
    await user.fill(price(), '3000')
    await user.click(save())
    await isClosed()
    await user.click(screen.getByRole('button', { name: t('menuEditor.edit', { name: nameOf(SOUP) }) }))
    const reopened = await dialog(nameOf(SOUP))
    expect(reopened.getByLabelText(t('menuEditor.fields.price'))).toHaveProperty('value', '30.00')
    await user.fill(reopened.getByLabelText(t('menuEditor.fields.name')), 'Lentil soup')
    await user.click(reopened.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(fakeApi.callsOf(changeDish)).toHaveLength(2))
    expect(fakeApi.callsOf(changeDish)[1]?.headers.get('If-Match')).toBe('"5"')
    await isClosed()
  })

  it('shows an error that arrives after the form was closed', async () => {
    const { user, t, form, isClosed } = await open('edit')
    await user.click(form.getByRole('button', { name: t('common.cancel') }))
    await isClosed()
    // Changes are sent one after another, so the save waits for this response.
    const release = fakeApi.holds(toggleDish, SOUP)
    await user.click(screen.getByRole('switch', { name: `${t('menuEditor.fields.isActive')}: ${nameOf(SOUP)}` }))
    await user.click(screen.getByRole('button', { name: t('menuEditor.edit', { name: nameOf(SOUP) }) }))
    const reopened = await dialog(nameOf(SOUP))
    await user.fill(reopened.getByLabelText(t('menuEditor.fields.price')), '3000')
    fakeApi.refuses(changeDish, 409, { code: 'dish_changed', message: 'Altcineva', item: { ...SOUP, version: 5 } })
    await user.click(reopened.getByRole('button', { name: t('common.save') }))
    await user.click(reopened.getByRole('button', { name: t('common.cancel') }))
    await isClosed()
    release()
    expect(await screen.findByText(t('menuEditor.notSaved', { name: nameOf(SOUP) }))).toBeDefined()
    expect(screen.getByText('Altcineva')).toBeDefined()
  })

  it('shows an error and keeps the input if a save fails', async () => {
    fakeApi.refuses(changeDish, 500, { message: 'Fum' })
    const { user, t, field, save } = await open('edit')
    await user.fill(field('name'), 'Odd')
    await user.click(save())
    expect(await screen.findByText(t('common.error'))).toBeDefined()
    expect(screen.getByText(t('errors.internal'))).toBeDefined()
    expect(field('name')).toHaveProperty('value', 'Odd')
  })

  describe('if somebody else has changed the dish', () => {
    const THEIRS = { ...SOUP, price: 3100, description: 'Very hot', version: 5 }
    const openConflict = async () => {
      fakeApi.refuses(changeDish, 409, { code: 'dish_changed', message: 'Altcineva', item: THEIRS })
      const rendered = await open('edit')
      await rendered.user.fill(rendered.price(), '3000')
      await rendered.user.fill(rendered.field('name'), 'Soup')
      await rendered.user.click(rendered.save())
      const title = rendered.t('drafts.versions.title')
      const notice = within(await screen.findByRole('alert', { name: title }))
      return { ...rendered, notice }
    }

    it('shows both versions; saves the changes of this form over the other, and keeps what only the other person changed', async () => {
      const { user, t, notice, price, isClosed } = await openConflict()
      expect(notice.getByText('31.00 LEI')).toBeDefined()
      expect(notice.getByText('30.00 LEI')).toBeDefined()
      expect(notice.getByText('Very hot')).toBeDefined()
      expect(notice.getByText(t('drafts.versions.notMine'))).toBeDefined()
      expect(notice.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
        t('menuEditor.fields.name'),
        t('menuEditor.fields.description'),
        t('menuEditor.fields.price'),
      ])
      expect(price()).toHaveProperty('value', '30.00')
      fakeApi.answers(changeDish, { ...THEIRS, name: 'Soup', price: 3000, version: 6 })
      await user.click(notice.getByRole('button', { name: t('drafts.versions.saveMine') }))
      await isClosed()
      const [, second] = fakeApi.callsOf(changeDish)
      expect(second?.body).toEqual({ name: 'Soup', price: 3000 })
      expect(second?.headers.get('If-Match')).toBe('"5"')
    })
  })

  it('adds the dish again if somebody else has deleted it', async () => {
    fakeApi.refuses(changeDish, 404, { message: 'Nu există' })
    fakeApi.answers(createDish, { ...SOUP, id: 30 })
    const { user, t, price, save, isClosed } = await open('edit')
    await user.fill(price(), '3000')
    await user.click(save())
    expect(await screen.findByText(t('drafts.gone'))).toBeDefined()
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(createDish)[0]?.body).toMatchObject({ name: SOUP.name, price: 3000 })
  })
})
