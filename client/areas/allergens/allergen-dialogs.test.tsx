import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { act, dialog, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { AllergenDialogs } from './allergen-dialogs.tsx'
import { AskDialog, ChoiceDialog } from './dialogs.tsx'
import { askBeforeAdding, markAllergens, myAllergens } from './my-allergens.ts'

beforeEach(() => markAllergens([]))

describe.each(LANGUAGES)('the guest’s own allergens (%s)', (language) => {
  it('can be marked and unmarked among the 14 groups, and cleared together', async () => {
    const onClose = vi.fn()
    const { user, t } = render(<ChoiceDialog open onClose={onClose} />, { language })
    const shown = await dialog(t('allergens.title'))
    const boxes = shown.getAllByRole('checkbox')
    expect(boxes).toEqual(ALLERGEN_CODES.map((code) => shown.getByLabelText(t(`menu.allergens.${code}`))))
    for (const key of ['description', 'stays', 'caution'] as const)
      expect(shown.getByText(t(`allergens.${key}`))).toBeDefined()
    const clear = shown.getByRole('button', { name: t('allergens.clear') })
    expect(clear).toHaveProperty('disabled', true)
    await user.click(shown.getByLabelText(t('menu.allergens.milk')))
    await user.click(shown.getByLabelText(t('menu.allergens.eggs')))
    expect(myAllergens()).toEqual(['eggs', 'milk'])
    await user.click(shown.getByLabelText(t('menu.allergens.milk')))
    expect(myAllergens()).toEqual(['eggs'])
    await user.click(clear)
    expect(myAllergens()).toEqual([])
    await user.click(shown.getByRole('button', { name: t('allergens.done') }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it.each([true, false])(
    'require a confirmation before a dish that contains them is added to the cart (confirmed: %s)',
    async (isConfirmed) => {
      const item = sampleDish()
      const [add, onClose] = [vi.fn(), vi.fn()]
      const openDialog = {
        kind: 'dish' as const,
        item,
        warning: { kind: 'contains' as const, codes: ['milk' as const] },
        add,
      }
      const { user, t } = render(<AskDialog open dialog={openDialog} onClose={onClose} />, { language })
      const milk = t('menu.allergens.milk').toLocaleLowerCase(language)
      const title = t('allergens.askTitle', { name: nameIn(language, item), allergens: milk })
      await screen.findByRole('alertdialog', { name: title })
      expect(screen.getByText(t('allergens.askDescription'))).toBeDefined()
      await user.click(
        screen.getByRole('button', { name: t(isConfirmed ? 'allergens.addAnyway' : 'allergens.doNotAdd') }),
      )
      await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
      expect(add).toHaveBeenCalledTimes(isConfirmed ? 1 : 0)
    },
  )

  it.each([
    ['are not declared', { allergens: null, allergensChecked: false }, 'allergens.askUndeclared'],
    ['are only described in words', { allergens: 'Urme de nuci', allergensChecked: false }, 'allergens.askText'],
  ] as const)('require a confirmation before a dish whose allergens %s', async (_, declared, key) => {
    const item = sampleDish(declared)
    const add = vi.fn()
    markAllergens([])
    askBeforeAdding(item, add)
    expect(add).toHaveBeenCalledTimes(1)
    markAllergens(['milk'])
    const { user, t } = render(<AllergenDialogs />, { language })
    act(() => askBeforeAdding(item, add))
    await screen.findByRole('alertdialog', {
      name: t('allergens.askUnknownTitle', { name: nameIn(language, item) }),
    })
    expect(screen.getByText(t(key, { text: 'Urme de nuci' }))).toBeDefined()
    expect(add).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: t('allergens.addAnyway') }))
    expect(add).toHaveBeenCalledTimes(2)
    act(() => askBeforeAdding(sampleDish({ allergensChecked: true }), add))
    act(() => askBeforeAdding(sampleDish({ allergens: 'Fără gluten', allergensChecked: true }), add))
    expect(add).toHaveBeenCalledTimes(4)
  })
})
