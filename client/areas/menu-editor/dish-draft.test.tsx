import { cleanup } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getMenu } from '#shared/contracts/menu/menu.ts'
import { changeDish, createDish } from '#shared/contracts/menu/menu-editing.ts'
import { queryClient } from '../../lib/api/query.ts'
import { act, dialog, fakeApi, screen, waitFor } from '../../testing/render.tsx'
import { dishDialog, SOUP } from './dish-dialog.fixture.tsx'

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
    await user.click(form.getByRole('button', { name: t('drafts.beginAnew') }))
    expect(field('nameRo')).toHaveProperty('value', '')
    expect(fakeApi.callsOf(createDish)).toEqual([])
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
    const reopened = await dialog(t('menuEditor.editTitle'))
    expect(reopened.getByLabelText(t('menuEditor.fields.name'))).toHaveProperty('value', 'My soup')
    fakeApi.refuses(changeDish, 409, { code: 'dish_changed', message: 'Altcineva', item: theirs })
    await user.click(reopened.getByRole('button', { name: t('menuEditor.save') }))
    expect(await screen.findByRole('alert', { name: t('menuEditor.conflict.title') })).toBeDefined()
    const [call] = fakeApi.callsOf(changeDish)
    expect([call?.body, call?.headers.get('If-Match')]).toEqual([{ name: 'My soup' }, `"${SOUP.version}"`])
    await user.click(reopened.getByRole('button', { name: t('drafts.beginAnew') }))
    expect(reopened.getByLabelText(t('menuEditor.fields.description'))).toHaveProperty('value', 'Very hot')
    await waitFor(() => expect(localStorage.getItem(`masa.draft.dish.${SOUP.id}`)).toBeNull())
  })
})
