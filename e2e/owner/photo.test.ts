import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from '../support/fixtures.ts'
import { translator } from '../support/language.ts'

/* Photos as owners have them (docs/product/menu.md#menu-images): too large, of an iPhone, and no photo at all. */

const t = translator('en')

test.use({ changesMenu: true })

test('a huge photo is refused, made smaller in the browser and stored; no other file passes for a photo', async ({
  dashboard,
  restaurant,
}) => {
  const [dish] = restaurant.menu
  if (!dish) throw new Error('the menu is empty')
  // Noise does not compress.
  const [width, height] = [4800, 3600]
  const pixels = randomFillSync(Buffer.alloc(width * height * 3))
  const buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  expect(buffer.length).toBeGreaterThan(10 * 1024 * 1024)

  await dashboard.goto('/dashboard?tab=menu')
  await dashboard.getByRole('button', { name: t('menuEditor.edit', { name: dish.name }), exact: true }).click()
  const form = dashboard.getByRole('dialog', { name: dish.name })
  const input = form.getByLabel(t('menuImports.columns.imageUrl'), { exact: true })
  const chosen = form.getByAltText(t('pictureChoice.chosen'))
  const error = form.getByRole('alert')

  await input.setInputFiles({ name: 'menu.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Soup 28.50 LEI') })
  await expect(error).toHaveText('Only JPG, PNG and WebP images are allowed')
  await expect(chosen).toHaveCount(0)
  await input.setInputFiles({ name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('photo') })
  await expect(error).toContainText('HEIC')

  await input.setInputFiles({ name: 'huge.jpg', mimeType: 'image/jpeg', buffer })
  await expect(error).toHaveText('Image size should be less than 5MB')
  await form.getByRole('button', { name: t('pictureChoice.shrink') }).click()
  await expect(chosen).toBeVisible({ timeout: 30_000 })
  await expect(error).toHaveCount(0)
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(form).toBeHidden({ timeout: 30_000 })
  const [saved] = await restaurant.query<{ image_url: string }>('select image_url from menu_items where id = $1', [
    dish.id,
  ])
  expect(saved?.image_url).toMatch(/^\/pictures\/[0-9a-f]{32}/)
})
