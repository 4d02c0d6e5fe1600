import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { queryClient, refetchNow } from './query.ts'

it('is by default never stale, not fetched again on focus, not polled, and nothing is retried', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

it('what changed while the first answer was on its way is asked for again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  let price = 1
  const answers: (() => void)[] = []
  const queryFn = () => {
    const asked = price
    return new Promise<number>((resolve) => answers.push(() => resolve(asked)))
  }
  const observer = new QueryObserver(client, { queryKey: ['menu'], queryFn })
  const leave = observer.subscribe(() => {})
  price = 2
  const anew = refetchNow(client, ['menu'])
  answers[0]?.()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(client.getQueryData(['menu'])).toBe(1)
  answers[1]?.()
  await anew
  expect(client.getQueryData(['menu'])).toBe(2)
  leave()
})
