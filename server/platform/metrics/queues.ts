import { gauge, type Metric } from './metric.ts'

/** What can be read of a queue in memory; p-limit's limits are such queues. */
interface Queue {
  readonly activeCount: number
  readonly pendingCount: number
}

// Of the whole process, like the work threads that some of the queues wait for.
const queues = new Map<string, Queue>()

/** Adds a queue to the metrics under its name; a later one of the same name replaces it. */
export function watchQueue(name: string, queue: Queue): void {
  queues.set(name, queue)
}

/** How much work is running and waiting in each queue. */
export function queueMetrics(): Metric[] {
  const samples = (count: 'activeCount' | 'pendingCount') =>
    [...queues].map(([queue, counts]) => ({ labels: { queue }, value: counts[count] }))
  return [
    gauge('masa_queue_running', 'Work in progress, by queue.', samples('activeCount')),
    gauge('masa_queue_waiting', 'Work that waits for its turn, by queue.', samples('pendingCount')),
  ]
}
