const [MB, GB] = [1_000_000, 1_000_000_000]
/** Below either of these there is little space. */
const LITTLE = { bytes: GB, fraction: 0.05 }
const FULL_BYTES = 200 * MB

/** Whether a disk has enough free space for Masa's data; sizes are in bytes. */
export function diskSpace({ free, total }: { free: number; total: number }): 'enough' | 'little' | 'full' {
  if (free < FULL_BYTES) return 'full'
  return free < LITTLE.bytes || free < total * LITTLE.fraction ? 'little' : 'enough'
}
