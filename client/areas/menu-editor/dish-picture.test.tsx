import { fireEvent } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { changeDish, createDish, uploadDishImage } from '#shared/contracts/menu/menu-editing.ts'
import { fakeApi, screen, textBelow, waitFor } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { dishDialog, PICTURE, SOUP } from './dish-dialog.fixture.tsx'

const photo = (name = 'soup.jpg', type = 'image/jpeg', size = 1000) => {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

/** Replaces what draws pictures, which the tests' browser cannot. @returns how often a picture was read */
function drawing(size = { width: 4800, height: 3600 }) {
  const [close, drawImage] = [vi.fn(), vi.fn()]
  const read = vi.fn().mockResolvedValue({ ...size, close })
  vi.stubGlobal('createImageBitmap', read)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: vi.fn(), drawImage } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['small'], { type: 'image/jpeg' })),
  )
  return { read, close, drawImage }
}

describe('the picture of a dish', () => {
  const { open: openDialog, fillNames } = dishDialog('en')
  const open = async (what: 'add' | 'edit') => {
    const rendered = await openDialog(what)
    const choose = (file: File) => {
      const input = rendered.form.getByLabelText(rendered.t('menuImports.columns.imageUrl'))
      fireEvent.change(input, { target: { files: [file] } })
    }
    return { ...rendered, choose }
  }

  it('is rejected before it is sent if it is too large, of another type, or from an iPhone', async () => {
    const { form, choose, t } = await open('edit')
    for (const [file, en, _ro] of [
      [photo('a.png', 'image/png', 5 * 1024 * 1024 + 1), 'Image size should be less than 5MB', '5 MB'],
      [photo('a.gif', 'image/gif'), 'Only JPG, PNG and WebP images are allowed', 'doar imagini JPG, PNG și WebP'],
      [photo('soup.avif', 'image/avif'), 'This is an AVIF picture', 'imagine AVIF'],
      [photo('IMG_1.HEIC', ''), 'This is a HEIC photo from an iPhone', 'fotografie HEIC'],
    ] as const) {
      choose(file)
      await waitFor(() => expect(form.getByRole('alert').textContent).toContain(en))
      expect(form.queryByAltText(t('pictureChoice.chosen'))).toBeNull()
    }
  })

  it('is made smaller if it is too large', async () => {
    const { read, close, drawImage } = drawing()
    fakeApi.answers(uploadDishImage, { ...SOUP, version: 5 })
    const { user, form, choose, t, save, isClosed } = await open('edit')
    choose(photo('a.png', 'image/png', 5 * 1024 * 1024 + 1))
    expect(form.getByAltText(t('pictureChoice.chosen'))).toBeDefined()
    await user.click(save())
    await isClosed()
    expect(read).toHaveBeenCalledOnce()
    expect(drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 2400, 1800)
    expect(close).toHaveBeenCalledOnce()
    expect(fakeApi.callsOf(uploadDishImage)).toMatchObject([{ body: { image: { name: 'a.jpg', size: 5 } } }])
  })

  it('is made smaller and sent again if the server refuses its number of pixels', async () => {
    const { read } = drawing({ width: 13_000, height: 5 })
    const message = 'Prea mulți pixeli'
    fakeApi.refuses(uploadDishImage, 413, { code: 'image_pixels', message })
    const { user, form, choose, save, isClosed } = await open('edit')
    choose(photo('wide.png', 'image/png'))
    read.mockRejectedValueOnce(new Error('no picture'))
    await user.click(save())
    expect((await form.findByRole('alert')).textContent).toContain(message)
    expect(fakeApi.callsOf(uploadDishImage)).toHaveLength(1)
    read.mockImplementation(async () => {
      fakeApi.answers(uploadDishImage, { ...SOUP, version: 5 })
      return { width: 13_000, height: 5, close: vi.fn() }
    })
    await user.click(save())
    await isClosed()
    const names = fakeApi.callsOf(uploadDishImage).map(({ body }) => (body as { image: File }).image.name)
    expect(names).toEqual(['wide.png', 'wide.png', 'wide.jpg'])
  })

  it('is shown, and sent after the dish is saved', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
    fakeApi.answers(createDish, sampleDish({ id: 20 }))
    const release = fakeApi.holds(uploadDishImage, sampleDish({ id: 20, imageUrl: PICTURE, version: 2 }))
    const rendered = await open('add')
    const { user, t, form, save, category, choose, isClosed } = rendered
    await fillNames(rendered)
    await category('Soups')
    const file = photo()
    choose(file)
    expect(form.getByAltText(t('pictureChoice.chosen')).getAttribute('src')).toBe('blob:preview')
    await user.click(save())
    const progress = await form.findByRole('progressbar', { name: t('pictureChoice.sending') })
    expect(progress).toHaveProperty('value', 0.5)
    expect(form.queryByRole('button', { name: t('menuImports.bulk.removeThese') })).toBeNull()
    release()
    await isClosed()
    expect(fakeApi.callsOf(createDish)).toHaveLength(1)
    const [sent] = fakeApi.callsOf(uploadDishImage)
    expect(sent?.path).toBe('/api/menu/20/image')
    expect(sent?.body).toMatchObject({ image: { name: 'soup.jpg' } })
  })

  it('is sent again alone if its upload failed after the dish was saved', async () => {
    fakeApi.answers(createDish, sampleDish({ id: 20 }))
    fakeApi.refuses(uploadDishImage, 415, { code: 'image_type', message: 'Numai JPG' })
    const rendered = await open('add')
    const { user, t, form, save, category, choose, isClosed } = rendered
    await fillNames(rendered)
    await category('Soups')
    choose(photo())
    await user.click(save())
    expect(await screen.findByText(t('pictureChoice.failed'))).toBeDefined()
    expect(screen.getByText(t('pictureChoice.failedDescription'))).toBeDefined()
    const title = [t('pictureChoice.failed'), t('pictureChoice.failedDescription')]
    expect(title).toEqual(['Image Upload Failed', 'Upload failed'])
    expect((await form.findByRole('alert')).textContent).toBe(`Numai JPG\n${t('menuEditor.pictureKept')}`)

    fakeApi.answers(uploadDishImage, sampleDish({ id: 20, imageUrl: PICTURE }))
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(createDish)).toHaveLength(1)
    expect(fakeApi.callsOf(changeDish)).toHaveLength(0)
    expect(fakeApi.callsOf(uploadDishImage).map(({ path }) => path)).toEqual([
      '/api/menu/20/image',
      '/api/menu/20/image',
    ])
  })

  it('is not sent twice if other input was made during the upload', async () => {
    const release = fakeApi.holds(uploadDishImage, { ...SOUP, version: 5 })
    const { user, t, form, field, save, choose, isClosed } = await open('edit')
    choose(photo())
    await user.click(save())
    await form.findByRole('progressbar', { name: t('pictureChoice.sending') })
    await user.fill(field('name'), 'Lentil soup')
    release()
    await waitFor(() => expect(save()).toHaveProperty('disabled', false))
    expect(form.queryByAltText(t('pictureChoice.chosen'))).toBeNull()
    expect(field('name')).toHaveProperty('value', 'Lentil soup')

    fakeApi.answers(changeDish, { ...SOUP, name: 'Lentil soup', version: 6 })
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(changeDish).map(({ body }) => body)).toEqual([{ name: 'Lentil soup' }])
    expect(fakeApi.callsOf(changeDish)[0]?.headers.get('If-Match')).toBe('"5"')
    expect(fakeApi.callsOf(uploadDishImage)).toHaveLength(1)
  })

  it('is sent after the dish if it is chosen during the save', async () => {
    const release = fakeApi.holds(changeDish, { ...SOUP, price: 3000, version: 5 })
    fakeApi.answers(uploadDishImage, { ...SOUP, price: 3000, version: 6 })
    const { user, price, save, choose, isClosed } = await open('edit')
    await user.fill(price(), '3000')
    await user.click(save())
    await waitFor(() => expect(fakeApi.callsOf(changeDish)).toHaveLength(1))
    choose(photo('late.jpg'))
    release()
    await isClosed()
    expect(fakeApi.callsOf(uploadDishImage)).toMatchObject([{ body: { image: { name: 'late.jpg' } } }])
  })

  it('is removed with the next save, and cannot be an address other than a web address', async () => {
    fakeApi.answers(changeDish, { ...SOUP, imageUrl: '', version: 5 })
    const { user, t, form, field, save, isClosed } = await open('edit')
    expect(form.queryByLabelText(t('menuEditor.fields.imageUrl'))).toBeNull()
    await user.click(form.getByRole('button', { name: t('menuImports.bulk.removeThese') }))
    expect(field('imageUrl')).toHaveProperty('value', '')
    expect(document.activeElement).toBe(form.getByRole('button', { name: t('pictureChoice.choose') }))
    await user.fill(field('imageUrl'), 'javascript:alert(1)')
    await user.click(save())
    await waitFor(() => expect(textBelow(field('imageUrl'))).toBe(t('validation.imageUrl')))
    expect(fakeApi.callsOf(changeDish)).toEqual([])
    await user.fill(field('imageUrl'), '')
    await user.click(save())
    await isClosed()
    expect(fakeApi.callsOf(changeDish)[0]?.body).toEqual({ imageUrl: '' })
  })
})
