import { describe, expect, it, vi } from 'vitest'
import { render, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { TextField } from '../../ui/index.ts'
import { NoAnswerError, RequestError } from '../api/request-error.ts'
import { EditorForm } from './editor-form.tsx'
import { type EditorOptions, useEditor } from './use-editor.ts'

interface Values {
  name: string
  notes: string
}
interface Wine extends Values {
  id: number
  version: number
}
type Options = EditorOptions<Values, Values, Wine>

const RED: Wine = { id: 7, version: 4, name: 'Red', notes: 'Dry' }
const KEY = 'masa.draft.wine'
const FIELDS = (['name', 'notes'] as const).map((name) => ({ label: name, textOf: (values: Values) => values[name] }))

const add = vi.fn<NonNullable<Options['add']>>()
const change = vi.fn<NonNullable<Options['change']>>()
const onFailure = vi.fn<NonNullable<Options['onFailure']>>()
const onDone = vi.fn<NonNullable<Options['onDone']>>()

function WineForm({ onCancel, ...options }: Partial<Options> & { onCancel: () => void }) {
  const editor = useEditor<Values, Values, Wine>({
    name: 'wine',
    resolver: (values) => ({ values: { ...values, name: values.name.trim() }, errors: {} }),
    saved: RED,
    valuesOf: ({ name, notes }) => ({ name, notes }),
    start: { name: '', notes: '' },
    add,
    change,
    fieldOfCode: { taken: 'name' },
    onFailure,
    savedText: ({ name }) => `Saved: ${name}`,
    onDone,
    ...options,
  })
  return (
    <EditorForm editor={editor} fields={FIELDS} onCancel={onCancel}>
      <TextField label="name" {...editor.register('name')} />
      <TextField label="notes" {...editor.register('notes')} />
    </EditorForm>
  )
}

function open(options: Partial<Options> = {}) {
  for (const call of [add, change, onFailure, onDone]) call.mockReset()
  const onCancel = vi.fn()
  const view = render(<WineForm onCancel={onCancel} {...options} />)
  const { user, t } = view
  const field = (name: keyof Values) => screen.getByLabelText<HTMLInputElement>(name)
  const press = (label: string) => user.click(screen.getByRole('button', { name: label }))
  return {
    ...view,
    onCancel,
    field,
    values: () => [field('name').value, field('notes').value],
    type: (name: keyof Values, text: string) => user.fill(field(name), text),
    save: () => press(t('common.save')),
    cancel: () => press(t('common.cancel')),
    startOver: () => press(t('drafts.startOver')),
    isRestored: () => screen.queryByText(t('drafts.restored')) !== null,
    press,
  }
}

/** Opens it again, as after a reload. */
function reopen(view: { unmount: () => void }, options?: Partial<Options>) {
  view.unmount()
  return open(options)
}

const refusal = (status: number, body: object) =>
  new RequestError(status, '', JSON.stringify({ message: 'No', ...body }))
const draft = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')?.value.value

/** A response that arrives when it is released. */
function later(call: { mockReturnValueOnce: (answer: Promise<Wine>) => unknown }) {
  const { promise, resolve, reject } = Promise.withResolvers<Wine>()
  call.mockReturnValueOnce(promise)
  return { answer: resolve, fail: reject }
}

describe('saving', () => {
  it('sends the changed fields as the resolver makes them, and is done', async () => {
    const { type, save } = open()
    await type('name', ' White ')
    change.mockResolvedValueOnce({ ...RED, name: 'White' })
    await save()
    expect(change.mock.calls[0]?.slice(0, 2)).toEqual([{ name: 'White' }, RED])
    expect(onDone).toHaveBeenCalledOnce()
    expect(screen.getByText('Saved: White')).toBeDefined()
    expect(draft()).toBeUndefined()
  })

  it('sends nothing if nothing was changed or what was changed is as it was, except a chosen picture', async () => {
    const { type, save, rerender, onCancel } = open()
    await type('name', 'White')
    await type('name', 'Red')
    await save()
    expect([change.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 1])
    let picture: unknown = 'a.jpg'
    change.mockImplementationOnce(async () => {
      picture = undefined
      return RED
    })
    rerender(<WineForm onCancel={onCancel} picture={{ chosen: picture, latest: () => picture }} />)
    await save()
    expect([change.mock.calls.map(([changed]) => changed), onDone.mock.calls.length]).toEqual([[{}], 2])
  })

  it('keeps what was typed while what is saved is fetched anew', async () => {
    const { type, rerender, onCancel, values } = open()
    await type('name', 'White')
    rerender(<WineForm onCancel={onCancel} saved={{ ...RED, name: 'RED', notes: 'Sour' }} />)
    expect(values()).toEqual(['White', 'Dry'])
  })

  it('keeps input made during a save, stays open, and sends that input alone next', async () => {
    const { type, save, values } = open()
    const response = later(change)
    await type('name', 'White')
    await save()
    await type('notes', 'Sweet')
    response.answer({ ...RED, name: 'WHITE', version: 5 })
    expect(await screen.findByText('Saved: WHITE')).toBeDefined()
    expect([values(), onDone.mock.calls.length]).toEqual([['WHITE', 'Sweet'], 0])
    change.mockResolvedValueOnce({ ...RED, name: 'WHITE', notes: 'Sweet', version: 6 })
    await save()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    const [changed, of] = change.mock.calls[1] ?? []
    expect([changed, of?.version]).toEqual([{ notes: 'Sweet' }, 5])
  })

  it('stays open with its draft until the rest of the save is done', async () => {
    const afterSave = vi.fn<NonNullable<Options['afterSave']>>().mockResolvedValueOnce(null)
    const { type, save } = open({ afterSave })
    await type('name', 'White')
    change.mockResolvedValueOnce({ ...RED, name: 'White' })
    await save()
    expect([onDone.mock.calls.length, screen.queryByText('Saved: White')]).toEqual([0, null])
    afterSave.mockResolvedValueOnce({ ...RED, name: 'White', notes: 'with a picture' })
    await save()
    expect(onDone.mock.calls[0]?.[0]).toMatchObject({ notes: 'with a picture' })
    expect(change).toHaveBeenCalledOnce()
  })

  it('says what became of it after the form was closed, and is not done then', async () => {
    const first = open()
    const saved = later(change)
    await first.type('name', 'White')
    await first.save()
    first.rerender(null)
    expect(screen.queryByText(first.t('drafts.kept'))).toBeNull()
    saved.answer({ ...RED, name: 'White' })
    expect(await screen.findByText('Saved: White')).toBeDefined()
    expect([onDone.mock.calls, draft()]).toEqual([[], undefined])

    const second = reopen(first)
    const failed = later(change)
    await second.type('name', 'White')
    await second.save()
    await second.cancel()
    second.rerender(null)
    failed.fail(refusal(400, { issues: [{ path: 'name', message: 'Odd' }] }))
    await waitFor(() => expect(onFailure.mock.calls[0]?.[1]).toMatchObject({ isOpen: false, input: { name: 'White' } }))
    expect(draft()).toMatchObject({ values: { name: 'White' } })
  })
})

describe('a failure', () => {
  it('stands at the fields that the server names, the first of which has the focus', async () => {
    const { type, save, field } = open()
    await type('notes', 'Odd')
    const issues = ['name', 'notes.0', 'gone'].map((path) => ({ path, message: `No ${path}` }))
    change.mockRejectedValueOnce(refusal(400, { issues }))
    await save()
    await waitFor(() => expect(textBelow(field('name'))).toBe('No name'))
    expect([field('notes').getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field('name')])
    expect(onFailure).not.toHaveBeenCalled()
    change.mockRejectedValueOnce(refusal(409, { code: 'taken', message: 'In use' }))
    await save()
    await waitFor(() => expect(textBelow(field('name'))).toBe('In use'))
    expect(onFailure).not.toHaveBeenCalled()
  })

  it('that no field shows is reported, and leaves the input as it is', async () => {
    const { type, save, values } = open()
    await type('name', 'Odd')
    for (const error of [refusal(500, {}), refusal(400, { issues: [{ path: 'gone', message: 'No' }] }), new Error()]) {
      change.mockRejectedValueOnce(error)
      await save()
      await waitFor(() => expect(onFailure.mock.lastCall?.[0]).toBe(error))
      expect(onFailure.mock.lastCall?.[1]).toMatchObject({ isOpen: true, input: { name: 'Odd' } })
    }
    expect([values(), onDone.mock.calls.length]).toEqual([['Odd', 'Dry'], 0])
  })
})

describe('adding', () => {
  const WHITE = { ...RED, id: 20, version: 1, name: 'White', notes: '' }
  const addWithoutAnswer = async (options: Partial<Options> = {}) => {
    const view = open({ saved: null, ...options })
    add.mockRejectedValueOnce(new NoAnswerError())
    await view.type('name', 'White')
    await view.save()
    await waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
    return view
  }

  it('sends all fields, and what was typed meanwhile as a change of what was added', async () => {
    const { type, save } = open({ saved: null })
    const response = later(add)
    await type('name', 'White')
    await save()
    await type('notes', 'Sweet')
    response.answer(WHITE)
    await screen.findByText('Saved: White')
    change.mockResolvedValueOnce({ ...WHITE, notes: 'Sweet' })
    await save()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(add.mock.calls).toEqual([[{ name: 'White', notes: '' }, expect.stringMatching(/^[0-9a-f]{32}$/)]])
    expect(change.mock.calls[0]?.slice(0, 2)).toEqual([{ notes: 'Sweet' }, WHITE])
  })

  it('is repeated under its key until it is decided, before later input is sent as a change', async () => {
    const { type, save } = await addWithoutAnswer()
    add.mockRejectedValueOnce(refusal(429, {}))
    await save()
    await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(2))
    await type('name', 'Rosé')
    add.mockResolvedValueOnce(WHITE)
    change.mockResolvedValueOnce({ ...WHITE, name: 'Rosé' })
    await save()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    const [first, ...others] = add.mock.calls
    expect([first?.[0].name, others]).toEqual(['White', [first, first]])
    expect(change.mock.calls[0]?.slice(0, 2)).toEqual([{ name: 'Rosé' }, WHITE])
  })

  it('has another key once the former attempt is refused', async () => {
    const { type, save } = await addWithoutAnswer()
    await type('name', 'Rosé')
    add.mockRejectedValueOnce(refusal(400, {})).mockResolvedValueOnce({ ...WHITE, name: 'Rosé' })
    await save()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    const [first, second, third] = add.mock.calls
    expect([second, third?.[0].name, third?.[1] === first?.[1]]).toEqual([first, 'Rosé', false])
    expect(change).not.toHaveBeenCalled()
  })

  it('says what the former attempt has added where nothing can be changed, and keeps the input', async () => {
    const { type, save, values } = await addWithoutAnswer({ change: undefined as never })
    await type('name', 'Rosé')
    add.mockResolvedValueOnce(WHITE)
    await save()
    expect(await screen.findByText('Saved: White')).toBeDefined()
    expect([values(), onDone.mock.calls.length]).toEqual([['Rosé', ''], 0])
    add.mockResolvedValueOnce({ ...WHITE, name: 'Rosé' })
    await save()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    const [first, second, third] = add.mock.calls
    expect([second, third?.[0].name, third?.[1] === first?.[1]]).toEqual([first, 'Rosé', false])
  })

  it('keeps its key over a reload', async () => {
    const first = await addWithoutAnswer()
    const key = add.mock.calls[0]?.[1]
    const { save } = reopen(first, { saved: null })
    add.mockResolvedValueOnce(WHITE)
    await save()
    await waitFor(() => expect(add.mock.calls).toEqual([[{ name: 'White', notes: '' }, key]]))
  })

  it('offers an empty form again where nothing can be changed', async () => {
    const { type, save } = open({ saved: null, change: undefined as never })
    for (const count of [1, 2]) {
      await type('name', 'White')
      add.mockResolvedValueOnce(WHITE)
      await save()
      await waitFor(() => expect(add).toHaveBeenCalledTimes(count))
    }
  })

  it('is what saving does after somebody else has deleted it', async () => {
    const { type, save } = open()
    await type('name', 'White')
    change.mockRejectedValueOnce(refusal(404, {}))
    await save()
    expect(await screen.findByText(/^Somebody has deleted this/)).toBeDefined()
    add.mockResolvedValueOnce(WHITE)
    await save()
    await waitFor(() => expect(add.mock.calls[0]?.[0]).toEqual({ name: 'White', notes: 'Dry' }))
  })
})

describe('a version that somebody else has saved', () => {
  const parse = (value: unknown) => (value as Wine | undefined) ?? undefined
  const versions: NonNullable<Options['versions']> = { code: 'changed', field: 'item', parse }
  const THEIRS = { ...RED, notes: 'Very dry', version: 5 }
  const conflict = (item = THEIRS) => refusal(409, { code: 'changed', item })

  const openConflict = async () => {
    const view = open({ versions })
    await view.type('name', 'White')
    change.mockRejectedValueOnce(conflict())
    await view.save()
    const notice = within(await screen.findByRole('alert', { name: 'Somebody else has changed this' }))
    expect([notice.getByText('Very dry'), onFailure.mock.calls]).toEqual([expect.anything(), []])
    return view
  }

  it('is saved over in the fields changed here alone', async () => {
    const { t, press, values } = await openConflict()
    change.mockResolvedValueOnce({ ...THEIRS, name: 'White', version: 6 })
    await press(t('drafts.versions.saveMine'))
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(change.mock.calls[1]?.slice(0, 2)).toEqual([{ name: 'White' }, THEIRS])
    expect(values()).toEqual(['White', 'Very dry'])
  })

  it('takes the place of the input', async () => {
    const { t, press, values, save } = await openConflict()
    await press(t('drafts.versions.takeTheirs'))
    expect([values(), screen.queryByRole('alert')]).toEqual([['Red', 'Very dry'], null])
    await save()
    expect(change).toHaveBeenCalledOnce()
  })

  it('is no conflict by field, unless the same field was changed', async () => {
    const { type, save } = open({ versions: { ...versions, isByField: true } })
    await type('name', 'White')
    change.mockRejectedValueOnce(conflict()).mockResolvedValueOnce({ ...THEIRS, name: 'White', version: 6 })
    await save()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(change.mock.calls.map(([changed, of]) => [changed, of.version])).toEqual([
      [{ name: 'White' }, 4],
      [{ name: 'White' }, 5],
    ])
    await type('notes', 'Sweet')
    change.mockRejectedValueOnce(conflict({ ...THEIRS, name: 'White', notes: 'Sour', version: 7 }))
    await save()
    expect(await screen.findByRole('alert', { name: 'Somebody else has changed this' })).toBeDefined()
  })

  it('since a draft was begun is a conflict when the draft is saved', async () => {
    const first = open({ versions })
    await first.type('name', 'White')
    const { save, values } = reopen(first, { versions, saved: THEIRS })
    expect(values()).toEqual(['White', 'Dry'])
    change.mockRejectedValueOnce(conflict())
    await save()
    expect(change.mock.calls[0]?.[1]).toEqual(RED)
    expect(await screen.findByRole('alert', { name: 'Somebody else has changed this' })).toBeDefined()
  })
})

describe('a draft', () => {
  it('has the changed fields alone, is put back, says so, and is gone once it is saved', async () => {
    const first = open()
    await first.type('name', 'White')
    expect(draft()).toEqual({ values: { name: 'White' } })
    first.rerender(null)
    expect(screen.getByText(first.t('drafts.kept'))).toBeDefined()
    const { save, values, isRestored } = reopen(first, { saved: { ...RED, notes: 'Sour' } })
    expect([values(), isRestored()]).toEqual([['White', 'Sour'], true])
    change.mockResolvedValueOnce({ ...RED, name: 'White', notes: 'Sour' })
    await save()
    await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull())
    expect([change.mock.calls[0]?.[0], isRestored()]).toEqual([{ name: 'White' }, false])
  })

  it('is dropped by “Start over” and by “Cancel”', async () => {
    const first = open()
    await first.type('name', 'White')
    const { startOver, values, isRestored, type, cancel, onCancel } = reopen(first)
    await startOver()
    expect([values(), isRestored(), localStorage.getItem(KEY)]).toEqual([['Red', 'Dry'], false, null])
    await type('name', 'White')
    expect(draft()).toBeDefined()
    await cancel()
    expect([onCancel.mock.calls.length, localStorage.getItem(KEY)]).toEqual([1, null])
  })

  const at = Date.now()
  it.each([
    ['of an older version of the form', { version: 0, value: { at, value: { values: { name: 'Old' } } } }],
    ['older than 7 days', { version: 1, value: { at: at - 8 * 86_400_000, value: { values: { name: 'Old' } } } }],
    [
      'with fields of another type',
      { version: 1, value: { at, value: { values: { name: 7, notes: ['x'], gone: 'x' } } } },
    ],
    ['that is no draft', 'nonsense'],
  ])('%s is dropped', async (_, stored) => {
    localStorage.setItem(KEY, JSON.stringify(stored))
    const { values, isRestored } = open()
    expect([values(), isRestored(), localStorage.getItem(KEY)]).toEqual([['Red', 'Dry'], false, null])
  })
})
