import { cleanup } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { changeDish, createDish, toggleDish } from '#shared/contracts/menu/menu-editing.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { act, dialog, fakeApi, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { dishDialog, SOUP } from './dish-dialog.fixture.tsx'

describe('dish saving', () => {
  describe.each(LANGUAGES)('saving a dish (%s)', (language) => {
    const { isEn, nameOf, open, fillNames } = dishDialog(language)

    it('sends the changed fields with the version of the dish, and keeps unknown tags', async () => {
      fakeApi.answers(changeDish, { ...SOUP, price: 3000, tags: ['of the house'], version: 5 })
      const { user, t, form, price, save, isClosed } = await open('edit')
      expect(form.getByRole('checkbox', { name: 'of the house' })).toHaveProperty('checked', true)
      await user.click(form.getByRole('checkbox', { name: t('menu.tags.spicy') }))
      await user.fill(price(), '3000')
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

    it('closes without a request if nothing was changed', async () => {
      const { user, save, isClosed } = await open('edit')
      await user.click(save())
      await isClosed()
      expect(fakeApi.callsOf(changeDish)).toEqual([])
    })

    it('keeps input made during a save and saves it next', async () => {
      const release = fakeApi.holds(changeDish, { ...SOUP, price: 3000, version: 5 })
      const { user, price, field, save, isClosed } = await open('edit')
      await user.fill(price(), '3000')
      await user.click(save())
      await waitFor(() => expect(save()).toHaveProperty('disabled', true))
      await user.fill(field('name'), 'Sour soup with lovage')
      release()
      await waitFor(() => expect(save()).toHaveProperty('disabled', false))
      expect(field('name')).toHaveProperty('value', 'Sour soup with lovage')
      expect(price()).toHaveProperty('value', '30.00')

      fakeApi.answers(changeDish, { ...SOUP, name: 'Sour soup with lovage', price: 3000, version: 6 })
      await user.click(save())
      await isClosed()
      const [, second] = fakeApi.callsOf(changeDish)
      expect(second?.body).toEqual({ name: 'Sour soup with lovage' })
      expect(second?.headers.get('If-Match')).toBe('"5"')
    })

    it('leaves another form open when the response for a closed form arrives', async () => {
      const release = fakeApi.holds(changeDish, { ...SOUP, price: 3000, version: 5 })
      const { user, t, form, price, save, isClosed } = await open('edit')
      await user.fill(price(), '3000')
      await user.click(save())
      await waitFor(() => expect(fakeApi.callsOf(changeDish)).toHaveLength(1))
      await user.click(form.getByRole('button', { name: t('common.cancel') }))
      await isClosed()
      await user.click(screen.getByRole('button', { name: t('menuEditor.add') }))
      const next = await dialog(t('menuEditor.addTitle'))
      await user.fill(next.getByLabelText(t('menuEditor.fields.name')), 'Lentil soup')
      release()
      expect(await screen.findByText(t('common.saved', { name: nameOf(SOUP) }))).toBeDefined()
      expect(next.getByLabelText(t('menuEditor.fields.name'))).toHaveProperty('value', 'Lentil soup')
      expect(screen.queryByRole('dialog', { name: t('menuEditor.addTitle') })).not.toBeNull()
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

    describe('an attempt to add a dish that got no response', () => {
      const saveWithoutResponse = async () => {
        fakeApi.isOutOfReach(createDish)
        const rendered = await open('add')
        await fillNames(rendered)
        await rendered.category(isEn ? 'Soups' : 'Ciorbe')
        await rendered.user.click(rendered.save())
        expect(await screen.findByText(rendered.t('errors.internal'))).toBeDefined()
        const saveAgain = async (calls: number) => {
          await rendered.user.click(rendered.save())
          await waitFor(() => expect(fakeApi.callsOf(createDish)).toHaveLength(calls))
          await waitFor(() => expect(rendered.save()).toHaveProperty('disabled', false))
        }
        return { ...rendered, saveAgain }
      }
      const attempts = () =>
        fakeApi.callsOf(createDish).map(({ headers, body }) => ({ key: headers.get('Idempotency-Key'), body }))

      it('is repeated with its key before later input is sent as a change, also after a response that leaves its result unknown', async () => {
        const { user, field, save, saveAgain, isClosed } = await saveWithoutResponse()
        fakeApi.refuses(createDish, 429, { message: 'Prea des' })
        await saveAgain(2)
        const added = sampleDish({ id: 20, name: 'Bean soup', nameRo: 'Ciorbă de fasole', price: 2850 })
        fakeApi.answers(createDish, added)
        fakeApi.answers(changeDish, { ...added, name: 'Lentil soup', version: 2 })
        await user.fill(field('name'), 'Lentil soup')
        await user.click(save())
        await isClosed()
        const [first, ...others] = attempts()
        expect(first?.body).toMatchObject({ name: 'Bean soup' })
        expect(others).toEqual([first, first])
        expect(fakeApi.callsOf(changeDish)).toMatchObject([{ path: '/api/menu/20', body: { name: 'Lentil soup' } }])
        expect(fakeApi.callsOf(changeDish)[0]?.headers.get('If-Match')).toBe(`"${added.version}"`)
      })

      it('is replaced by an attempt with another key once it is rejected', async () => {
        const { user, field, save, isClosed } = await saveWithoutResponse()
        const added = sampleDish({ id: 20, name: 'Lentil soup' })
        fakeApi.refusesOnce(createDish, 400, { message: 'Nu' }, added)
        await user.fill(field('name'), 'Lentil soup')
        await user.click(save())
        await isClosed()
        const [first, second, third] = attempts()
        expect(second).toEqual(first)
        expect(third?.key).not.toBe(first?.key)
        expect(third?.body).toMatchObject({ name: 'Lentil soup' })
        expect(fakeApi.callsOf(createDish)).toHaveLength(3)
        expect(fakeApi.callsOf(changeDish)).toEqual([])
      })
    })

    it('shows an error and keeps the input if a save fails, and validation errors of the server under their fields', async () => {
      fakeApi.refuses(changeDish, 500, { message: 'Fum' })
      const { user, t, field, save } = await open('edit')
      await user.fill(field('name'), 'Odd')
      await user.click(save())
      expect(await screen.findByText(t('common.error'))).toBeDefined()
      expect(screen.getByText(t('errors.internal'))).toBeDefined()
      expect(field('name')).toHaveProperty('value', 'Odd')
      fakeApi.refuses(changeDish, 400, { message: 'Nu', issues: [{ path: 'name', message: 'Prea ciudat' }] })
      await user.click(save())
      await waitFor(() => expect(textBelow(field('name'))).toBe('Prea ciudat'))
      expect(document.activeElement).toBe(field('name'))
    })

    describe('if somebody else has changed the dish', () => {
      const THEIRS = { ...SOUP, price: 3100, description: 'Very hot', version: 5 }
      const openConflict = async () => {
        fakeApi.refuses(changeDish, 409, { code: 'dish_changed', message: 'Altcineva', item: THEIRS })
        const rendered = await open('edit')
        await rendered.user.fill(rendered.price(), '3000')
        await rendered.user.fill(rendered.field('name'), 'Soup')
        await rendered.user.click(rendered.save())
        const title = rendered.t('menuEditor.conflict.title')
        const notice = within(await screen.findByRole('alert', { name: title }))
        return { ...rendered, notice }
      }

      it('shows both versions; saves the changes of this form over the other, and keeps what only the other person changed', async () => {
        const { user, t, notice, price, isClosed } = await openConflict()
        expect(notice.getByText('31.00 LEI')).toBeDefined()
        expect(notice.getByText('30.00 LEI')).toBeDefined()
        expect(notice.getByText('Very hot')).toBeDefined()
        expect(notice.getByText(t('menuEditor.conflict.notMine'))).toBeDefined()
        expect(notice.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
          t('menuEditor.fields.name'),
          t('menuEditor.fields.description'),
          t('menuEditor.fields.price'),
        ])
        expect(price()).toHaveProperty('value', '30.00')
        fakeApi.answers(changeDish, { ...THEIRS, name: 'Soup', price: 3000, version: 6 })
        await user.click(notice.getByRole('button', { name: t('menuEditor.conflict.saveMine') }))
        await isClosed()
        const [, second] = fakeApi.callsOf(changeDish)
        expect(second?.body).toEqual({ name: 'Soup', price: 3000 })
        expect(second?.headers.get('If-Match')).toBe('"5"')
      })

      it('resets the form to the other version', async () => {
        const { user, t, notice, price, field, save, isClosed } = await openConflict()
        await user.click(notice.getByRole('button', { name: t('menuEditor.conflict.takeTheirs') }))
        await waitFor(() => expect(price()).toHaveProperty('value', '31.00'))
        expect(field('name')).toHaveProperty('value', SOUP.name)
        expect(field('description')).toHaveProperty('value', 'Very hot')
        expect(screen.queryByRole('alert', { name: t('menuEditor.conflict.title') })).toBeNull()
        await user.click(save())
        await isClosed()
        expect(fakeApi.callsOf(changeDish)).toHaveLength(1)
      })
    })

    it('adds the dish again if somebody else has deleted it', async () => {
      fakeApi.refuses(changeDish, 404, { message: 'Nu există' })
      fakeApi.answers(createDish, { ...SOUP, id: 30 })
      const { user, t, price, save, isClosed } = await open('edit')
      await user.fill(price(), '3000')
      await user.click(save())
      expect(await screen.findByText(t('menuEditor.gone'))).toBeDefined()
      await user.click(save())
      await isClosed()
      expect(fakeApi.callsOf(createDish)[0]?.body).toMatchObject({ name: SOUP.name, price: 3000 })
    })
  })
})

describe('dish draft', () => {
  describe('the draft of a dish', () => {
    const { open, fillNames } = dishDialog('en')

    it('of a new dish is put back after a reload', async () => {
      const first = await open('add')
      await fillNames(first)
      cleanup()
      queryClient.clear()
      const { t, form, field, user } = await open('add')
      expect(field('nameRo')).toHaveProperty('value', 'Ciorbă de fasole')
      expect(form.getByText(t('drafts.restored'))).toBeDefined()
      await user.click(form.getByRole('button', { name: t('drafts.startOver') }))
      expect(field('nameRo')).toHaveProperty('value', '')
      expect(fakeApi.callsOf(createDish)).toEqual([])
    })

    it('of an addition without a response keeps its key over a reload', async () => {
      fakeApi.isOutOfReach(createDish)
      const first = await open('add')
      await fillNames(first)
      await first.category('Soups')
      await first.user.click(first.save())
      await screen.findByText(first.t('errors.internal'))
      cleanup()
      queryClient.clear()
      fakeApi.answers(createDish, sampleDish({ id: 20 }))
      const { user, save, isClosed } = await open('add')
      await user.click(save())
      await isClosed()
      const keys = fakeApi.callsOf(createDish).map(({ headers }) => headers.get('Idempotency-Key'))
      expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    })

    it('that somebody else has changed meanwhile is saved with its old version, so that the conflict is shown', async () => {
      const { t, user, form, field, isClosed } = await open('edit')
      await user.fill(field('name'), 'My soup')
      await user.click(form.getByRole('button', { name: t('common.close') }))
      await isClosed()
      const theirs = { ...SOUP, description: 'Very hot', version: SOUP.version + 1 }
      fakeApi.answers(getMenu, [theirs])
      await act(() => queryClient.invalidateQueries())
      await user.click(screen.getByRole('button', { name: t('menuEditor.edit', { name: SOUP.name }) }))
      const reopened = await dialog(SOUP.name)
      expect(reopened.getByLabelText(t('menuEditor.fields.name'))).toHaveProperty('value', 'My soup')
      fakeApi.refuses(changeDish, 409, { code: 'dish_changed', message: 'Altcineva', item: theirs })
      await user.click(reopened.getByRole('button', { name: t('common.save') }))
      expect(await screen.findByRole('alert', { name: t('menuEditor.conflict.title') })).toBeDefined()
      const [call] = fakeApi.callsOf(changeDish)
      expect([call?.body, call?.headers.get('If-Match')]).toEqual([{ name: 'My soup' }, `"${SOUP.version}"`])
      await user.click(reopened.getByRole('button', { name: t('drafts.startOver') }))
      expect(reopened.getByLabelText(t('menuEditor.fields.description'))).toHaveProperty('value', 'Very hot')
      await waitFor(() => expect(localStorage.getItem(`masa.draft.dish.${SOUP.id}`)).toBeNull())
    })
  })
})
