import { useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { singleLine } from '#shared/contracts/base/fields.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { RequestError } from '../lib/api/request-error.ts'
import { act, dialog, render, screen, textBelow, waitFor, within } from '../testing/render.tsx'
import { showDialog } from './dialog.tsx'
import { Editor } from './editor.tsx'
import { fieldsOf } from './fields.tsx'
import { form, reader } from './form.ts'
import { Phone } from './phone.tsx'

const wineForm = form(
  z.object({
    ...{ name: singleLine(20, 1), nameRo: singleLine(20), phone: z.string() },
    price: z.nullable(z.int()),
    percent: z.nullable(z.int().check(z.lte(90))),
    isOpen: z.boolean(),
  }),
  {
    name: reader.text,
    nameRo: reader.text,
    phone: reader.text,
    price: reader.amount,
    percent: reader.number,
    isOpen: reader.same(false),
  },
  {
    both: ['name'],
    together: ({ price, percent }) => (price === null && percent === null ? [['percent', 'validation.required']] : []),
  },
)
const { Both, Numeric, Text, Yes } = fieldsOf(wineForm)
interface Wine {
  id: number
  name: string
  nameRo: string
  phone: string
  price: number | null
  percent: number | null
  isOpen: boolean
}
const RED: Wine = { id: 7, name: 'Red', nameRo: 'Roșu', phone: '', price: 1250, percent: null, isOpen: false }
const add = vi.fn<(input: Omit<Wine, 'id'>, key: string) => Promise<Wine>>()
const save = vi.fn<(item: Wine, changed: Partial<Wine>) => Promise<Wine>>()

function open(item: Wine | null = RED, settings = {}) {
  add.mockReset()
  save.mockReset()
  const versions = { code: 'wine_changed', field: 'rule', parse: (wine: unknown) => wine as Wine | undefined } as const
  const wines = { draft: 'wine', nameOf: ({ name }: Wine) => name, add, save, versions }
  const view = render(
    <Editor of={wines} form={wineForm} item={item} start={wineForm.valuesOf({})} onDone={() => {}}>
      <Both name="name" label="menuEditor.fields.name" />
      <Phone name="phone" label="customers.phone" />
      <Text name="price" label="menuEditor.fields.price" />
      <Numeric name="percent" label="priceRules.percent" />
      <Yes name="isOpen" label="tables.reservable" />
    </Editor>,
    { settings },
  )
  const { t, user } = view
  const field = (label: TextKey) => screen.getByLabelText<HTMLInputElement>(t(label))
  const press = (label: TextKey) => user.click(screen.getByRole('button', { name: t(label) }))
  return { ...view, field, press }
}

describe('an editor', () => {
  it('begins anew with all its fields, also those that keep what is typed themselves', async () => {
    const first = open()
    await first.user.fill(first.field('customers.phone'), '0722 000 111')
    first.unmount()
    const { field, press, t } = open()
    expect(field('customers.phone').value).toContain('722')
    await press('drafts.startOver')
    expect(field('customers.phone').value).toBe('')
    expect(screen.queryByText(t('drafts.restored'))).toBeNull()
  })

  it('shows what the contract has and sends what it takes, changed fields alone', async () => {
    const { field, press, user } = open()
    expect(field('menuEditor.fields.price').value).toBe('12.50')
    expect(field('menuEditor.fields.name').maxLength).toBe(20)
    await user.fill(field('menuEditor.fields.price'), '14')
    save.mockResolvedValueOnce({ ...RED, price: 1400 })
    await press('common.save')
    await waitFor(() => expect(save.mock.calls[0]?.[1]).toEqual({ price: 1400 }))
  })

  it('says what it cannot read, and judges what is wrong together again with each field of it', async () => {
    const { field, press, user, t } = open()
    await user.fill(field('menuEditor.fields.price'), 'much')
    await press('common.save')
    await waitFor(() => expect(textBelow(field('menuEditor.fields.price'))).toBe(t('validation.amount')))
    await user.fill(field('menuEditor.fields.price'), '')
    await press('common.save')
    await waitFor(() => expect(textBelow(field('priceRules.percent'))).toBe(t('validation.required')))
    await user.fill(field('menuEditor.fields.price'), '3')
    await waitFor(() => expect(textBelow(field('priceRules.percent'))).toBe(''))
  })

  it('shows both versions of a switch whose label stays', async () => {
    const { field, press, user, t } = open()
    const newer = JSON.stringify({ code: 'wine_changed', message: '', rule: { ...RED, isOpen: true } })
    save.mockRejectedValueOnce(new RequestError(409, '', newer))
    await user.fill(field('menuEditor.fields.price'), '14')
    await press('common.save')
    const { getByText } = within(await screen.findByRole('alert'))
    expect(getByText(t('tables.reservable')).parentElement?.textContent).toContain(t('settings.on'))
  })

  it('adds once after a lost answer, also if something was corrected meanwhile', async () => {
    const { field, press, user } = open(null)
    await user.fill(field('menuEditor.fields.name'), 'White')
    await user.fill(field('menuEditor.fields.price'), '10')
    add.mockRejectedValueOnce(new Error('lost'))
    await press('common.save')
    await waitFor(() => expect(add).toHaveBeenCalledOnce())
    await user.fill(field('menuEditor.fields.price'), '11')
    add.mockResolvedValueOnce({ ...RED, id: 8, name: 'White', nameRo: '', price: 1000 })
    save.mockResolvedValueOnce({ ...RED, id: 8, name: 'White', nameRo: '', price: 1100 })
    await press('common.save')
    await waitFor(() => expect(save.mock.calls[0]?.[1]).toEqual({ price: 1100 }))
    expect(add.mock.calls[1]?.[1]).toBe(add.mock.calls[0]?.[1])
  })

  it('makes the English text of a Romanian one, in a Romanian restaurant', async () => {
    const { field, press, user } = open(null, { language: 'ro' })
    await user.fill(field('menuEditor.fields.price'), '10')
    await press('common.save')
    await waitFor(() => expect(document.activeElement).toBe(field('menuEditor.fields.nameRo')))
    await user.fill(field('menuEditor.fields.nameRo'), 'Alb')
    add.mockResolvedValueOnce(RED)
    await press('common.save')
    await waitFor(() => expect(add.mock.calls[0]?.[0]).toMatchObject({ name: 'Alb', nameRo: 'Alb', price: 1000 }))
  })

  it('leads to the Romanian text if the server refuses the English one that only repeats it', async () => {
    const { field, press, user } = open(null, { language: 'ro' })
    await user.fill(field('menuEditor.fields.price'), '10')
    await user.fill(field('menuEditor.fields.nameRo'), 'Alb')
    const issues = [{ path: 'name', message: 'Exists already' }]
    add.mockRejectedValueOnce(new RequestError(400, '', JSON.stringify({ message: '', issues })))
    await press('common.save')
    await waitFor(() => expect(textBelow(field('menuEditor.fields.nameRo'))).toBe('Exists already'))
    expect(document.activeElement).toBe(field('menuEditor.fields.nameRo'))
    await user.fill(field('menuEditor.fields.nameRo'), 'Alb sec')
    await waitFor(() => expect(textBelow(field('menuEditor.fields.nameRo'))).toBe(''))
  })
})

describe('a dialog opened by a function', () => {
  function Page() {
    const after = useRef<HTMLButtonElement>(null)
    const [isThere, setThere] = useState(true)
    const [answer, setAnswer] = useState('')
    const show = async () => {
      const content = (close: (answer?: string) => void) => (
        <>
          <button type="button" onClick={() => setThere(false)}>
            Remove
          </button>
          <button type="button" onClick={() => close('done')}>
            Done
          </button>
        </>
      )
      setAnswer((await showDialog<string>({ title: 'About', content, focusAfter: after })) ?? 'nothing')
    }
    return (
      <>
        {isThere && (
          <button type="button" onClick={() => void show()}>
            Open
          </button>
        )}
        <button type="button" ref={after}>
          After
        </button>
        <p role="status">{answer}</p>
      </>
    )
  }
  const press = async (user: { click: (button: HTMLElement) => Promise<void> }, name: string) =>
    user.click(await screen.findByRole('button', { name }))
  const focused = () => document.activeElement?.textContent

  it('answers its result, and returns the focus to what opened it, or else to what is named', async () => {
    const { user } = render(<Page />)
    await press(user, 'Open')
    await dialog('About')
    await press(user, 'Done')
    await screen.findByText('done')
    await waitFor(() => expect(focused()).toBe('Open'))
    await press(user, 'Open')
    await press(user, 'Remove')
    await user.keyboard('{Escape}')
    await screen.findByText('nothing')
    await waitFor(() => expect(focused()).toBe('After'))
  })

  it('is closed before it answers, so that another follows it; what closes it late leaves that open', async () => {
    let late = () => {}
    const first = (close: () => void) => {
      late = close
      return (
        <button type="button" onClick={() => void Promise.resolve().then(close)}>
          Next
        </button>
      )
    }
    const show = async () => {
      await showDialog({ title: 'First', content: first })
      await showDialog({ title: 'Second', content: () => <p>second</p> })
    }
    const { user } = render(
      <button type="button" onClick={() => void show()}>
        Open
      </button>,
    )
    await press(user, 'Open')
    await dialog('First')
    const close = late
    await press(user, 'Next')
    await dialog('Second')
    await act(close)
    expect(await dialog('Second')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Second' }).hasAttribute('data-ending-style')).toBe(false)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
