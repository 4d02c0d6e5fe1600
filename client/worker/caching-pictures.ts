import type { WorkboxPlugin } from 'workbox-core/types.js'

/** Keeps pictures and nothing else: a page that something on the way gives for one would stay in its place for good. */
export const cachingPictures: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const isPicture = response.status === 200 && response.headers.get('content-type')?.startsWith('image/')
    return isPicture ? response : null
  },
}
