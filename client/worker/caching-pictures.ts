import type { WorkboxPlugin } from 'workbox-core/types.js'

/** Caches only real pictures: a Wi-Fi sign-in page sent in place of a picture would otherwise be cached for good. */
export const cachingPictures: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const isPicture = response.status === 200 && response.headers.get('content-type')?.startsWith('image/')
    return isPicture ? response : null
  },
}
