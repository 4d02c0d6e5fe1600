import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'

/** A fetched list in the cache: what it shows until it is fetched again. Nothing happens before it was fetched. */
export function cachedList<Entry extends { id: number }>(queryKey: QueryKey) {
  const read = () => queryClient.getQueryData<Entry[]>(queryKey)
  const change = (changed: (entries: Entry[]) => Entry[]): void => {
    queryClient.setQueryData<Entry[]>(queryKey, (entries) => entries && changed(entries))
  }
  const patch = (id: number, part: Partial<Entry>) =>
    change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)))
  return {
    read,
    change,
    patch,
    find: (id: number) => read()?.find((entry) => entry.id === id),
    /** Replaces an entry, or appends a new one. */
    put: (entry: Entry) =>
      read()?.some(({ id }) => id === entry.id) ? patch(entry.id, entry) : change((entries) => [...entries, entry]),
  }
}
