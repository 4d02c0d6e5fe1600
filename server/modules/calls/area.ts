import { CALL_TOPIC } from '#server/modules/occupancy/index.ts'
import type { Area } from '#server/platform/area.ts'
import { createCallNotifier } from './live.ts'
import { callRoutes } from './routes.ts'

export const callsArea: Area = (parts) => {
  callRoutes(parts)
  const { frames, changed } = createCallNotifier(parts.live, parts.hub, parts.log)
  return {
    topics: {
      [CALL_TOPIC](id) {
        if (typeof id === 'number') changed(id)
      },
    },
    frames,
  }
}
