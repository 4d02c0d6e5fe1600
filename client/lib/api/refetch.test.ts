import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { refetchChanged } from './refetch.ts'

const KEY = ['customers']
const queryClient = new QueryClient()
let answers: ((answer: string) => void)[] = []
const fetched = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
const observe = () => new QueryObserver(queryClient, { queryKey: KEY, queryFn: fetched }).subscribe(() => {})
const answer = async (text: string) => {
  for (const resolve of answers.splice(0)) resolve(text)
  await vi.waitFor(() => expect(queryClient.getQueryData(KEY)).toBe(text))
}

afterEach(() => {
  queryClient.clear()
  fetched.mockClear()
  answers = []
})

it('refetchChanged waits for a fetch under way and fetches once more after it, however often it is called', async () => {
  const leave = observe()
  const done = [1, 2, 3].map(() => refetchChanged(queryClient, KEY))
  expect(fetched).toHaveBeenCalledTimes(1)
  await answer('older')
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  await answer('newer')
  await Promise.all(done)
  expect(fetched).toHaveBeenCalledTimes(2)
  leave()
})

it('refetchChanged fetches at once if no fetch is under way', async () => {
  const leave = observe()
  await answer('older')
  const done = refetchChanged(queryClient, KEY)
  expect(fetched).toHaveBeenCalledTimes(2)
  await answer('newer')
  await done
  expect(fetched).toHaveBeenCalledTimes(2)
  leave()
})
