import type { ChangedArea } from '#shared/contracts/live.ts'

/**
 * The prefix of an area's query keys. A live message that the area has changed refetches them
 * (docs/product/live-channel.md#live-changed), without loading the code of the area's tab.
 */
export const areaKey = (area: ChangedArea) => [area] as const
