import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { counter, gauge, type Metric } from './metric.ts'

const RESOLUTION_MS = 20
const NS_PER_S = 1e9

/** Watches the event loop and the process until `close`. */
export function watchProcess(): { metrics(): Metric[]; close(): void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const startedAt = performance.timeOrigin / 1000

  // The histogram's values include the time between two measurements.
  const delayAt = (ns: number) => (delays.count === 0 ? 0 : Math.max(0, ns / NS_PER_S - RESOLUTION_MS / 1000))

  return {
    metrics() {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed } = process.memoryUsage()
      const delay = [
        { labels: { quantile: '0.5' }, value: delayAt(delays.percentile(50)) },
        { labels: { quantile: '0.99' }, value: delayAt(delays.percentile(99)) },
        { labels: { quantile: '1' }, value: delayAt(delays.max) },
      ]
      delays.reset()
      return [
        gauge('masa_event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', delay),
        counter(
          'masa_event_loop_active_seconds_total',
          'Time in which the event loop had work.',
          performance.eventLoopUtilization().active / 1000,
        ),
        counter('process_cpu_seconds_total', 'Processor time of the process.', (user + system) / 1e6),
        gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
        gauge('nodejs_heap_size_used_bytes', 'Used JavaScript heap.', heapUsed),
        gauge('process_start_time_seconds', 'Start of the process, in seconds since 1970.', startedAt),
      ]
    },
    close: () => delays.disable(),
  }
}

/** Free space of the disk with a folder; nothing if there is no such folder, because all is stored elsewhere. */
export async function diskMetrics(folder: string): Promise<Metric[]> {
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!found) return []
  const { bavail, blocks, bsize } = found
  return [
    gauge('masa_disk_free_bytes', 'Free space on the disk of the data folder.', bavail * bsize),
    gauge('masa_disk_size_bytes', 'Size of the disk of the data folder.', blocks * bsize),
  ]
}
