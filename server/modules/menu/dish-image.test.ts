import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { menuItems, pictures } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { jpegOfSize, multipartOf, type Part, plainPicture, pngWithDeclaredSize } from '#server/testing/pictures.ts'
import type { MenuItem, PublishedDish } from '#shared/contracts/menu/menu.ts'
import { MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'
import { PICTURE_WIDTHS, pictureAt } from '#shared/domain/menu/pictures.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'

const server = testServer()

const image = (content: Buffer | string, fileName = 'soup.jpg', type = 'image/jpeg'): Part => ({
  name: 'image',
  content,
  fileName,
  type,
})
const send = async (parts: Part[], { id = server.soup, cookie = server.owner, language = 'en' } = {}) => {
  const { payload, headers } = multipartOf(...parts)
  return server.app.inject({
    method: 'POST',
    url: `/api/menu/${id}/image`,
    payload,
    headers: { ...headers, cookie, 'accept-language': language },
  })
}
const dish = async (id = server.soup) => {
  const menu = await server.asOwner('GET', '/api/menu')
  return wholeDishes(menu.json() as PublishedDish[]).find((item) => item.id === id)
}

describe('the picture of a dish', () => {
  it('is stored, shown in the menu, and served as WebP in each width', async () => {
    const before = await dish()
    const response = await send([image(await plainPicture('teal', 700, 300).png().toBuffer(), 'x.exe', 'text/html')])
    expect(response.statusCode).toBe(200)
    const changed = response.json() as MenuItem
    expect(changed).toEqual({ ...before, imageUrl: changed.imageUrl, version: (before?.version ?? 0) + 1 })
    expect(await dish()).toEqual(changed)
    for (const width of PICTURE_WIDTHS) {
      const served = await server.call('GET', pictureAt(changed.imageUrl, width))
      expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    }
  })

  it('changes nothing and is not stored again if it is sent twice', async () => {
    const bytes = await plainPicture('navy').jpeg().toBuffer()
    const first = (await send([image(bytes)])).json()
    const count = server.pictures.stored.size
    expect((await send([image(bytes)])).json()).toEqual(first)
    const pizza = (await send([image(bytes)], { id: server.pizza })).json()
    expect([pizza.imageUrl, server.pictures.stored.size]).toEqual([first.imageUrl, count])
  })

  it('is accepted up to 5,242,880 bytes', async () => {
    expect(MAX_IMAGE_BYTES).toBe(5_242_880)
    expect((await send([image(await jpegOfSize(MAX_IMAGE_BYTES))])).statusCode).toBe(200)
    const more = await send([image(await jpegOfSize(MAX_IMAGE_BYTES + 1))])
    expect([more.statusCode, more.json()]).toMatchObject([
      413,
      { message: 'Image size should be less than 5MB', code: 'image_too_large' },
    ])
  })

  it.each([
    ['a GIF named .png', async () => plainPicture('red').gif().toBuffer(), 415, 'image_type'],
    ['a HEIC', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 415, 'image_heic'],
    ['an AVIF', async () => plainPicture('red').avif().toBuffer(), 415, 'image_avif'],
    ['a PNG of 20,000 × 20,000', async () => pngWithDeclaredSize(20_000, 20_000), 413, 'image_pixels'],
    [
      'a JPEG cut short',
      async () => (await plainPicture('red').jpeg().toBuffer()).subarray(0, -9),
      415,
      'image_broken',
    ],
  ])('is rejected if it is %s', async (_, bytes, status, code) => {
    const before = await dish()
    const count = server.pictures.stored.size
    const response = await send([image(await bytes(), 'soup.png', 'image/png')])
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect([await dish(), server.pictures.stored.size]).toEqual([before, count])
  })

  it('is rejected with a message in the language of the request', async () => {
    const gif = image(await plainPicture('red').gif().toBuffer())
    expect((await send([gif])).json().message).toBe('Only JPG, PNG and WebP images are allowed')
    expect((await send([gif], { language: 'ro' })).json().message).toBe('Se acceptă doar imagini JPG, PNG și WebP')
    const tall = image(await plainPicture('red', 8, 12_001).png().toBuffer())
    expect((await send([tall])).json().message).toContain('12\u00a0000')
    expect((await send([tall], { language: 'ro' })).json().message).toMatch(/^Imaginea are prea mulți pixeli/)
    const cut = image((await plainPicture('red').webp().toBuffer()).subarray(0, 40))
    expect((await send([cut])).json().message).toMatch(/^This picture is damaged or cut off/)
    expect((await send([cut], { language: 'ro' })).json().message).toMatch(/^Imaginea este deteriorată sau incompletă/)
    const heic = image(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'IMG_1.HEIC', 'image/heic')
    const named = /^Only JPG, PNG and WebP images are allowed\. This is a HEIC photo from an iPhone: /
    expect((await send([heic])).json().message).toMatch(named)
  })

  it('is required in the field `image`', async () => {
    for (const parts of [[], [image('', '')], [{ ...image('abc'), name: 'picture' }]]) {
      const response = await send(parts)
      expect([response.statusCode, response.json().code]).toEqual([400, 'no_file'])
    }
  })

  it('is rejected for an unknown dish, without being processed', async () => {
    const response = await send([image('nonsense')], { id: 999_999 })
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  })

  it('stays recorded, so that it is deleted later, if its dish is deleted during the upload', async () => {
    const { db } = server.connection
    const [gone] = await db
      .insert(menuItems)
      .values({ categoryId: 1, name: 'Gone', price: 1, createdAt: new Date(), updatedAt: new Date() })
      .returning()
    const { put } = server.pictures
    server.pictures.put = async (...picture) => {
      await db.delete(menuItems).where(eq(menuItems.id, gone?.id ?? 0))
      await put(...picture)
    }
    const response = await send([image(await plainPicture('gold').png().toBuffer())], { id: gone?.id ?? 0 })
    server.pictures.put = put
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    // It is recorded, so that it is deleted later.
    expect(await db.select().from(pictures)).toHaveLength(server.pictures.stored.size)
  })
})
