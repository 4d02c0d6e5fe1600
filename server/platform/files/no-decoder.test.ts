import { expect, it, vi } from 'vitest'
import { storePicture } from '#server/platform/files/index.ts'
import { memoryStore } from '#server/testing/pictures.ts'

vi.mock('sharp', () => {
  throw new Error('not for this processor')
})

it('a picture is not blamed where the library that reads it does not run', async () => {
  const jpeg = Buffer.from('ffd8ffe0', 'hex')
  const stored = storePicture(memoryStore(), jpeg, { tooLarge: 'image_too_large', note: async () => {} })
  await expect(stored).rejects.not.toHaveProperty('code')
})
