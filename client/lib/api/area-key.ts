import type { ChangedArea } from '#shared/contracts/live.ts'

/**
 * What is fetched of an area is kept under this, so that it is fetched again when the area has changed
 * (docs/product.md#live-changed), without the code of the area's tab.
 */
export const areaKey = (area: ChangedArea) => [area] as const
