import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { render, screen, textBelow, waitFor } from '../../testing/render.tsx'
import { TextField } from '../../ui/index.ts'
import { RequestError } from '../api/request-error.ts'
import { SendForm, useSendForm } from './send-form.tsx'

const send = vi.fn<(input: { name: string }) => Promise<void>>()
const onSent = vi.fn()
const refusal = (code: string) => new RequestError(409, '', JSON.stringify({ code, message: `refused: ${code}` }))

function NameForm() {
  const sending = useSendForm({
    schema: z.object({ name: z.string() }),
    start: { name: '' },
    send,
    fieldOfCode: { taken: 'name' },
    onSent,
  })
  return (
    <SendForm sending={sending} label="Send">
      <TextField label="Name" {...sending.register('name')} />
    </SendForm>
  )
}

it('is done once the server accepts it, and shows a refusal at its field', async () => {
  send
    .mockRejectedValueOnce(refusal('busy'))
    .mockRejectedValueOnce(refusal('taken'))
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValueOnce()
  const { user } = render(<NameForm />)
  const field = screen.getByRole('textbox')
  await user.fill(field, 'ana')
  const press = async () => {
    const before = send.mock.calls.length
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(screen.getByRole('button')).toHaveProperty('disabled', false))
    expect(send.mock.calls.slice(before)).toEqual([[{ name: 'ana' }]])
    return { done: onSent.mock.calls.length, error: textBelow(field) }
  }
  expect(await press()).toEqual({ done: 0, error: '' })
  expect(await press()).toEqual({ done: 0, error: 'refused: taken' })
  expect(document.activeElement).toBe(field)
  expect(await press()).toEqual({ done: 0, error: '' })
  expect(await press()).toEqual({ done: 1, error: '' })
})
