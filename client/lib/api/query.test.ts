import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { queryClient, refetchNow } from './query.ts'

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

it('refetchNow fetches again after a first fetch that began before the change', async () => {
  let price = 1
  const responders: (() => void)[] = []
  const queryFn = () => {
    const sentPrice = price
    return new Promise<number>((resolve) => responders.push(() => resolve(sentPrice)))
  }
  const observer = new QueryObserver(queryClient, { queryKey: ['menu'], queryFn })
  const unsubscribe = observer.subscribe(() => {})
  price = 2
  const refetched = refetchNow(['menu'])
  responders[0]?.()
  await vi.waitFor(() => expect(responders).toHaveLength(2))
  expect(queryClient.getQueryData(['menu'])).toBe(1)
  responders[1]?.()
  await refetched
  expect(queryClient.getQueryData(['menu'])).toBe(2)
  unsubscribe()
})
