import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient, refetchChanged } from './query.ts'

it('the query client by default never marks data stale, refetches on focus, polls or retries', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

const KEY = ['customers']

let responders: ((text: string) => void)[] = []
const fetchData = vi.fn(() => new Promise<string>((resolve) => responders.push(resolve)))
const observe = () => new QueryObserver(queryClient, { queryKey: KEY, queryFn: fetchData }).subscribe(() => {})
const respond = async (text: string) => {
  for (const resolve of responders.splice(0)) resolve(text)
  await vi.waitFor(() => expect(queryClient.getQueryData(KEY)).toBe(text))
}

afterEach(() => {
  queryClient.clear()
  fetchData.mockClear()
  responders = []
})

it('refetchChanged waits for a fetch under way and fetches once more after it, however often it is called', async () => {
  const unsubscribe = observe()
  const refetching = [1, 2, 3].map(() => refetchChanged(KEY))
  expect(fetchData).toHaveBeenCalledTimes(1)
  await respond('older')
  await vi.waitFor(() => expect(fetchData).toHaveBeenCalledTimes(2))
  await respond('newer')
  await Promise.all(refetching)
  expect(fetchData).toHaveBeenCalledTimes(2)
  unsubscribe()
})

it('refetchChanged fetches at once if no fetch is under way', async () => {
  const unsubscribe = observe()
  await respond('older')
  const refetching = refetchChanged(KEY)
  expect(fetchData).toHaveBeenCalledTimes(2)
  await respond('newer')
  await refetching
  expect(fetchData).toHaveBeenCalledTimes(2)
  unsubscribe()
})
