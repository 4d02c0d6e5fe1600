import { expect, it, vi } from 'vitest'
import { storePicture } from '#server/platform/files/pictures.ts'
import { memoryStore } from '#server/testing/pictures.ts'

vi.mock('sharp', () => {
  throw new Error('not for this processor')
})

it('storePicture does not report an invalid picture if the image library cannot be loaded', async () => {
  const jpeg = Buffer.from('ffd8ffe0', 'hex')
  const stored = storePicture(memoryStore(), jpeg, { beforeStore: async () => {} })
  await expect(stored).rejects.not.toHaveProperty('code')
})
